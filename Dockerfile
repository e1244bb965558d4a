# docker build -t flipfive .
# printf 'genmove b\nshowboard\n' | docker run -i --rm flipfive --move-time 200
#
# For matches with other engines, add `--init`: `docker run --init ...`. flipfive is process 1 of the container, and
# does not wait for processes that a wrapper of an engine leaves behind.
FROM rust:1.95-slim-bookworm AS build
WORKDIR /build
# The commit for `flipfive --version --verbose`; .dockerignore leaves out .git.
ARG FLIPFIVE_COMMIT=unknown
COPY . .
RUN FLIPFIVE_COMMIT=$FLIPFIVE_COMMIT cargo build --locked --release && strip target/release/flipfive

# glibc and libgcc without a shell: the image has little more than the executable.
FROM gcr.io/distroless/cc-debian12:nonroot
COPY --from=build /build/target/release/flipfive /usr/bin/flipfive
COPY LICENSE-MIT LICENSE-APACHE /usr/share/doc/flipfive/
WORKDIR /games
ENTRYPOINT ["/usr/bin/flipfive"]

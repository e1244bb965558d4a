//! The limit of open files.

/// Lets this process have `wanted` files open at the same time, if the system grants that. Returns the limit that holds
/// if it is lower.
#[cfg(unix)]
pub(crate) fn allow_open_files(wanted: u64) -> Option<u64> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let current = current.filter(|&limit| limit < wanted)?;
    let reachable = maximum.map_or(wanted, |most| most.min(wanted));
    let raised = Rlimit {
        current: Some(reachable),
        maximum,
    };
    let limit = setrlimit(Resource::Nofile, raised).map_or(current, |()| reachable);
    (limit < wanted).then_some(limit)
}

/// There is no such limit.
#[cfg(not(unix))]
pub(crate) fn allow_open_files(_wanted: u64) -> Option<u64> {
    None
}

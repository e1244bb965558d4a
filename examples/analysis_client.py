#!/usr/bin/env python3
"""A client of `flipfive analysis` that needs nothing but the standard library.

    python3 examples/analysis_client.py target/release/flipfive
    python3 examples/analysis_client.py target/release/flipfive --queries 100000 --visits 1

The class Client is what a tool needs. The program below it is a test: it sends queries of both games,
some of them broken, with priorities and terminations, and counts the answers. Every query has to end in
exactly one final answer for each of its turns, or in one error. The exit code is 1 if one does not.
"""

import argparse
import collections
import json
import random
import subprocess
import sys
import threading
import time


class Client:
    """Sends queries and hands each line of the engine to `on_line`, on a thread of its own."""

    def __init__(self, command, on_line):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )
        # The answers have to be read while queries are written: otherwise both pipes fill, and both
        # programs wait for each other.
        self.reader = threading.Thread(target=self._read, args=(on_line,))
        self.reader.start()

    def _read(self, on_line):
        for line in self.process.stdout:
            on_line(json.loads(line))

    def send(self, query):
        self.process.stdin.write(query if isinstance(query, str) else json.dumps(query))
        self.process.stdin.write("\n")
        self.process.stdin.flush()

    def close(self):
        """Ends the input, waits for the remaining answers and returns the exit code."""
        self.process.stdin.close()
        self.reader.join()
        return self.process.wait()


def play(program, game, plies):
    """The moves of a game that the engine plays against itself, one ply deep."""
    lines = []
    arrived = threading.Semaphore(0)

    def on_line(line):
        lines.append(line)
        arrived.release()

    client = Client([program, "analysis", "--hash", "1"], on_line)
    moves = []
    for _ in range(plies):
        client.send({"id": "play", "game": game, "moves": moves, "maxDepth": 1})
        arrived.acquire()
        root, infos = lines[-1]["rootInfo"], lines[-1]["moveInfos"]
        if not infos:
            break
        moves.append([root["currentPlayer"], infos[0]["move"]])
    client.close()
    return moves


def make_queries(count, games, visits, rng):
    """Queries and actions, each with the number of final answers and errors that it has to get."""
    for number in range(count):
        name = f"q{number}"
        kind = rng.random()
        if kind < 0.03:
            # A line without a usable id: its error has none.
            yield rng.choice(["{", "[1]", '{"id":7}', '"x"']), None, [], 1
            continue
        game = rng.choice(list(games))
        moves = games[game][: rng.randrange(len(games[game]))]
        query = {"id": name, "game": game, "moves": moves, "maxVisits": visits}
        if kind < 0.08:
            field, value = rng.choice(
                [("analyzeTurns", [999]), ("moves", [["B", "Z99"]]), ("maxVisits", "many"), ("game", "go")]
            )
            query[field] = value
            yield query, name, [], 1
            continue
        turns = [len(moves)]
        if rng.random() < 0.3:
            turns = sorted(rng.sample(range(len(moves) + 1), min(3, len(moves) + 1)))
            query["analyzeTurns"] = turns
        if rng.random() < 0.3:
            query["priority"] = rng.randrange(-5, 6)
        if rng.random() < 0.2:
            query["multiPV"] = rng.randrange(1, 6)
        if kind > 0.95:
            # Nothing but a termination ends this one soon.
            query.update(maxVisits=10**15, reportDuringSearchEvery=0.05)
            yield query, name, turns, 0
            yield {"id": f"t{number}", "action": "terminate", "terminateId": name}, None, [], 0
            continue
        yield query, name, turns, 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", help="the executable flipfive")
    parser.add_argument("--queries", type=int, default=1000)
    parser.add_argument("--visits", type=int, default=200)
    parser.add_argument("--parallel", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()

    games = {game: play(args.program, game, 20) for game in ("othello", "renju", "freestyle")}
    finals = collections.Counter()
    counts = collections.Counter()
    errors = collections.Counter()

    def on_line(line):
        if "error" in line:
            counts["errors"] += 1
            errors[line.get("id")] += 1
        elif "warning" in line:
            counts["warnings"] += 1
        elif "action" in line:
            counts["actions"] += 1
        elif line["isDuringSearch"]:
            counts["reports during a search"] += 1
        else:
            counts["final answers"] += 1
            counts["final answers without results"] += line.get("noResults", False)
            finals[line["id"], line["turnNumber"]] += 1

    began = time.time()
    command = [args.program, "analysis", "--hash", "4", "--parallel", str(args.parallel)]
    client = Client(command, on_line)
    wanted, wanted_errors = collections.Counter(), collections.Counter()
    rng = random.Random(args.seed)
    for query, name, turns, failures in make_queries(args.queries, games, args.visits, rng):
        client.send(query)
        wanted.update((name, turn) for turn in turns)
        if failures:
            wanted_errors[name] += failures
    code = client.close()

    print(f"{args.queries} queries in {time.time() - began:.1f} s, exit code {code}")
    for name, count in sorted(counts.items()):
        print(f"{count:>8} {name}")
    if finals != wanted or errors != wanted_errors or code != 0:
        print("WRONG: a query did not end in exactly one final answer a turn or one error", file=sys.stderr)
        print(finals - wanted, wanted - finals, errors - wanted_errors, wanted_errors - errors, file=sys.stderr)
        sys.exit(1)
    print("every query ended in exactly one final answer a turn or one error")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""A normal client while others hold thousands of connections, against the same server in quiet.

    bench/under_attack.py [--server build/release/tthttpd] [--connections 2000] [--rounds 5]

Quiet and attacked rounds alternate, so that both see the same machine; the figures are medians of
the rounds. The server runs on one processor, client and attackers on another. Prints a table and
ends with 1 when a promise of docs/security.md is broken: the normal client's median and 99th
percentile at most twice those in quiet, memory bounded, and everything given back afterwards.
"""
import argparse
import multiprocessing
import os
import resource
import socket
import statistics
import sys
import time

from server import Server

MOST_RATIO = 2.0
MOST_KIB_A_CONNECTION = 64
REQUESTS = 2000
NEW_CONNECTIONS = 300
KEPT = b"GET /page.html HTTP/1.1\r\nHost: h\r\n\r\n"
LAST = b"GET /page.html HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"


def status_of(pid, key):
    with open(f"/proc/{pid}/status") as lines:
        for line in lines:
            if line.startswith(key + ":"):
                return int(line.split()[1])
    raise KeyError(key)


def descriptors_of(pid):
    return len(os.listdir(f"/proc/{pid}/fd"))


def source_address(number):
    """The attackers come from many addresses of the loopback network."""
    return f"127.0.{1 + number // 250}.{1 + number % 250}"


def drip(port, first, rest, count, ready, stop):
    """Holds `count` connections; each sends `first` at once and then the byte `rest` each second."""
    os.sched_setaffinity(0, {last_processor()})
    connections = []
    for number in range(count):
        client = socket.socket()
        client.bind((source_address(number), 0))
        client.connect(("127.0.0.1", port))
        client.sendall(first)
        client.setblocking(False)
        connections.append(client)
    ready.set()
    while not stop.wait(1.0):
        for client in connections:
            try:
                client.send(rest)
            except OSError:
                pass  # the server has had enough of it, which is its right


def read_slowly(port, first, _rest, count, ready, stop):
    """Holds `count` connections that ask for something large and read a byte a second."""
    os.sched_setaffinity(0, {last_processor()})
    connections = []
    for number in range(count):
        client = socket.socket()
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.bind((source_address(number), 0))
        client.connect(("127.0.0.1", port))
        client.sendall(first)
        client.setblocking(False)
        connections.append(client)
    ready.set()
    while not stop.wait(1.0):
        for client in connections:
            try:
                client.recv(1)
            except OSError:
                pass


ATTACKS = {
    "heads, a byte a second": (drip, b"GET /page.html HTTP/1.1\r\nHost: h\r\nX: ", b"y"),
    "content, a byte a second": (drip, b"POST /page.html HTTP/1.1\r\nHost: h\r\n"
                                       b"Content-Length: 100000\r\n\r\n", b"z"),
    "readers, a byte a second": (read_slowly, b"GET /large.bin HTTP/1.1\r\nHost: h\r\n\r\n", b""),
    "silent connections": (drip, b"", b""),
}


def last_processor():
    return max(os.sched_getaffinity(os.getppid()) | os.sched_getaffinity(0))


def ask(connection, request):
    start = time.perf_counter()
    connection.sendall(request)
    received = connection.recv(65536)
    while b"\r\n\r\n" not in received or len(received.split(b"\r\n\r\n", 1)[1]) < 1024:
        more = connection.recv(65536)
        if not more:
            raise SystemExit("the normal client was cut off")
        received += more
    if not received.startswith(b"HTTP/1.1 200"):
        raise SystemExit("the normal client got " + repr(received[:60]))
    return time.perf_counter() - start


def normal_client(port):
    """Medians and 99th percentiles in microseconds of kept and of new connections."""
    kept = []
    connection = socket.create_connection(("127.0.0.1", port), 30)
    for number in range(REQUESTS):
        if number % 500 == 499:  # the server closes after keepalive_requests
            connection.close()
            connection = socket.create_connection(("127.0.0.1", port), 30)
        kept.append(ask(connection, KEPT))
    connection.close()
    new = []
    for _ in range(NEW_CONNECTIONS):
        start = time.perf_counter()
        with socket.create_connection(("127.0.0.1", port), 30) as fresh:
            ask(fresh, LAST)
        new.append(time.perf_counter() - start)
    figures = []
    for times in (kept, new):
        times.sort()
        figures += [times[len(times) // 2] * 1e6, times[len(times) * 99 // 100] * 1e6]
    return figures


def attacked(server, attack, count, measure):
    """What `measure` says while `count` connections of one kind are held."""
    play, first, rest = attack
    ready, stop = multiprocessing.Event(), multiprocessing.Event()
    attacker = multiprocessing.Process(target=play,
                                       args=(server.port, first, rest, count, ready, stop))
    attacker.start()
    try:
        if not ready.wait(60):
            raise SystemExit("the attackers did not get their connections")
        time.sleep(1.5)  # the first bytes are on their way
        return measure()
    finally:
        stop.set()
        attacker.join(30)


def settled(server, descriptors):
    end = time.monotonic() + 60
    while time.monotonic() < end and descriptors_of(server.process.pid) > descriptors:
        time.sleep(0.1)
    return descriptors_of(server.process.pid) <= descriptors


def run(server, name, count, rounds):
    """One row of the table; whether the promises were kept."""
    pid = server.process.pid
    normal_client(server.port)
    time.sleep(0.2)
    descriptors, before = descriptors_of(pid), status_of(pid, "VmRSS")
    quiet, loaded, memory, threads = [], [], [], []

    def measure():
        memory.append(status_of(pid, "VmRSS"))
        threads.append(status_of(pid, "Threads"))
        return normal_client(server.port)

    given_back = True
    for _ in range(rounds):
        quiet.append(normal_client(server.port))
        loaded.append(attacked(server, ATTACKS[name], count, measure))
        given_back = settled(server, descriptors) and given_back
    pairs = [(statistics.median(q), statistics.median(a))
             for q, a in zip(zip(*quiet), zip(*loaded))]
    per_connection = (max(memory) - before) / count
    cells = [f"{q:.0f} -> {a:.0f} ({a / q:.2f})" for q, a in pairs]
    print(f"| {name} | {count} | " + " | ".join(cells) +
          f" | {per_connection:.1f} | {max(threads)} | {'yes' if given_back else 'NO'} |",
          flush=True)
    return (all(a <= MOST_RATIO * q for q, a in pairs) and given_back and
            per_connection <= MOST_KIB_A_CONNECTION)


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--server", default="build/release/tthttpd")
    options.add_argument("--connections", type=int, default=2000)
    options.add_argument("--rounds", type=int, default=5)
    options = options.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    files = {"page.html": (b"x" * 1024, 0o644), "large.bin": (b"x" * (10 << 20), 0o644)}
    config = (f"[limits]\nmax_connections = {options.connections + 1000}\nheader_timeout = 600\n"
              "body_timeout = 600\nsend_timeout = 600\n")
    processors = sorted(os.sched_getaffinity(0))
    print("| attackers | connections | kept: median, us | kept: p99 | new: median | new: p99 "
          "| KiB each | threads | given back |\n|---|---|---|---|---|---|---|---|---|")
    kept_all = True
    for name in ATTACKS:
        with Server(options.server, files, config) as server:
            os.sched_setaffinity(server.process.pid, {processors[0]})
            os.sched_setaffinity(0, {processors[-1]})
            kept_all = run(server, name, options.connections, options.rounds) and kept_all
            os.sched_setaffinity(0, set(processors))
    sys.exit(0 if kept_all else 1)


if __name__ == "__main__":
    main()

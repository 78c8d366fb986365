#!/usr/bin/env python3
"""Writes the groups of a machine whose groups of nodes are joined by a trunk each, and every two trunks by a core: clusters
with a router, and the routes between them, to be pasted below the properties of a platform file.

groups.py paired|core GROUPS NODES CORES NODE_BANDWIDTH NODE_LATENCY TRUNK_BANDWIDTH TRUNK_LATENCY MEMORY
paired: every two groups, as of a dragonfly or dragonfly+, have a trunk of their own; core: each, as of a fat tree, has one up.
MEMORY: bytes per second of a node's memory, as SimGrid writes rates of hosts: 204.8Gf."""
import itertools
import sys

PAIRED = "paired"


def main(kind, groups, nodes, cores, bandwidth, latency, trunk_bandwidth, trunk_latency, memory):
    groups, nodes = int(groups), int(nodes)
    print(f'    <cluster id="memory" prefix="memory-" suffix="" radical="0-{groups * nodes - 1}" speed="{memory}" bw="1GBps" '
          f'lat="0"/>')
    trunk = f'sharing_policy="SPLITDUPLEX" bandwidth="{trunk_bandwidth}" latency="{trunk_latency}"'
    for group in range(groups):
        print(f'    <cluster id="group-{group}" prefix="node-" suffix="" radical="{group * nodes}-{(group + 1) * nodes - 1}" '
              f'speed="1Gf" core="{cores}"\n             bw="{bandwidth}" lat="{latency}" router_id="router-{group}" '
              f'loopback_bw="1PBps" loopback_lat="0"/>')
    pairs = list(itertools.combinations(range(groups), 2))
    names = [f"trunk-{a}-{b}" for a, b in pairs] if kind == PAIRED else [f"trunk-{group}" for group in range(groups)]
    for name in names:
        print(f'    <link id="{name}" {trunk}/>')
    for a, b in pairs:
        way = ([f'trunk-{a}-{b}" direction="UP'] if kind == PAIRED else
               [f'trunk-{a}" direction="UP', f'trunk-{b}" direction="DOWN'])
        inside = "".join(f'<link_ctn id="{link}"/>' for link in way)
        print(f'    <zoneRoute src="group-{a}" dst="group-{b}" gw_src="router-{a}" gw_dst="router-{b}">{inside}</zoneRoute>')


if __name__ == "__main__":
    if len(sys.argv) != 10 or sys.argv[1] not in (PAIRED, "core"):
        sys.exit(__doc__)
    main(*sys.argv[1:])

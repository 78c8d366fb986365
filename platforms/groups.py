#!/usr/bin/env python3
"""Writes the groups of a machine whose groups of nodes are joined by a trunk each, and every two trunks by a core: clusters
with a router, and the routes between them, to be pasted below the properties of a platform file.

groups.py GROUPS NODES CORES NODE_BANDWIDTH NODE_LATENCY TRUNK_BANDWIDTH TRUNK_LATENCY
A dragonfly or dragonfly+ joins every two groups by a trunk of their own; a fat tree's groups have one trunk up."""
import itertools
import sys

PAIRED = "paired"


def main(kind, groups, nodes, cores, bandwidth, latency, trunk_bandwidth, trunk_latency):
    groups, nodes = int(groups), int(nodes)
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
    main(*sys.argv[1:])

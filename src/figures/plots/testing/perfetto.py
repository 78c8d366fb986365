"""Reads a trace of `collsim timeline` by the message classes of Perfetto itself (PyPI's perfetto): a track for each rank, on
which one span follows the other, to the end of the run."""

import collections
import csv
import pathlib
import subprocess
import sys

COLLSIM, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])
SKIPPED = 77
PROCESSES = 8


def message_classes():
    packages = FOLDER / "packages"
    if not packages.exists():
        subprocess.run([sys.executable, "-m", "pip", "-q", "--retries", "1", "install", "--target", packages, "perfetto",
                        "protobuf"], check=False)
    sys.path.insert(0, str(packages))
    try:
        from perfetto.protos.perfetto.trace import perfetto_trace_pb2
    except ImportError:
        return None
    return perfetto_trace_pb2


def main():
    classes = message_classes()
    if not classes:
        print("skipped: PyPI's perfetto cannot be had")
        return SKIPPED
    FOLDER.mkdir(parents=True, exist_ok=True)
    asked = ["quickstart", "--backend", "fast", "--algorithms", "ring", "--processes", str(PROCESSES), "--bytes", "64K"]
    subprocess.run([COLLSIM, "run", *asked, "--results", FOLDER / "run"], check=True, stdout=subprocess.DEVNULL)
    row = next(csv.DictReader((FOLDER / "run" / "results.csv").open()))
    subprocess.run([COLLSIM, "timeline", *asked, "--point", "1", "--out", FOLDER / "ring.svg"], check=True)

    trace = classes.Trace()
    trace.ParseFromString((FOLDER / "ring.perfetto-trace").read_bytes())
    names, spans = {}, collections.defaultdict(list)
    for packet in trace.packet:
        if packet.HasField("track_descriptor"):
            names[packet.track_descriptor.uuid] = packet.track_descriptor.name
        else:
            event = packet.track_event
            spans[event.track_uuid].append((event.type, packet.timestamp, event.name,
                                            {note.name: note.int_value for note in event.debug_annotations}))
    assert list(names.values()) == [f"rank {rank}" for rank in range(PROCESSES)], names
    assert set(spans) == set(names), spans.keys()
    event_type, last = classes.TrackEvent.Type, 0
    for track, events in spans.items():
        begins, ends = events[0::2], events[1::2]
        assert all(kind == event_type.TYPE_SLICE_BEGIN for kind, *_ in begins), names[track]
        assert all(kind == event_type.TYPE_SLICE_END for kind, *_ in ends), names[track]
        times = [time for _, time, *_ in events]
        assert times == sorted(times), names[track]
        assert {name for _, _, name, _ in begins} <= {"computing", "copying", "sending", "receiving", "exchanging", "waiting"}, begins
        assert all(0 <= notes["peer"] < PROCESSES for _, _, name, notes in begins if name in ("sending", "receiving", "exchanging")), begins
        last = max(last, times[-1])
    # Times of the trace are whole nanoseconds.
    assert abs(last - 1e9 * float(row["seconds"])) <= 1, (last, row["seconds"])
    print(f"{len(trace.packet)} packets, {last} ns")
    return 0


sys.exit(main())

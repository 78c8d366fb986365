#include <fmt/format.h>

#include <cmath>
#include <protozero/pbf_writer.hpp>

#include "figures/plots/timeline_picture.hpp"

namespace collsim {
namespace {

using protozero::pbf_writer;

// Field numbers of Perfetto's messages (protos/perfetto/trace).
namespace trace {
constexpr int packet = 1;
}
namespace packet {
constexpr int timestamp = 8, sequence = 10, track_event = 11, track_descriptor = 60;
}
namespace descriptor {
constexpr int uuid = 1, name = 2;
}
namespace event {
constexpr int annotations = 4, type = 9, track = 11, name = 23;
constexpr int begins = 1, ends = 2;
}  // namespace event
namespace annotation {
constexpr int integer = 4, name = 10;
}

void annotate(pbf_writer& slice, const char* name, std::int64_t value) {
  pbf_writer note(slice, event::annotations);
  note.add_string(annotation::name, name);
  note.add_int64(annotation::integer, value);
}

/// Ranks are tracks, from 1 on, since 0 is no track.
void add_edge(pbf_writer& all, std::size_t rank, int type, double nanoseconds, const Span& span) {
  pbf_writer one(all, trace::packet);
  one.add_uint64(packet::timestamp, static_cast<std::uint64_t>(std::llround(nanoseconds)));
  one.add_uint32(packet::sequence, 1);
  pbf_writer slice(one, packet::track_event);
  slice.add_enum(event::type, type);
  slice.add_uint64(event::track, rank + 1);
  if (type == event::ends) return;
  slice.add_string(event::name, activity_names[static_cast<std::size_t>(span.activity)]);
  if (span.peer >= 0) annotate(slice, "peer", span.peer);
  annotate(slice, "bytes", span.bytes);
}

}  // namespace

std::string perfetto_trace(const std::vector<std::vector<Span>>& spans, double begin) {
  std::string bytes;
  pbf_writer all(bytes);
  for (std::size_t rank = 0; rank < spans.size(); ++rank) {
    pbf_writer one(all, trace::packet);
    one.add_uint32(packet::sequence, 1);
    pbf_writer track(one, packet::track_descriptor);
    track.add_uint64(descriptor::uuid, rank + 1);
    track.add_string(descriptor::name, fmt::format("rank {}", rank));
  }
  for (std::size_t rank = 0; rank < spans.size(); ++rank)
    for (const Span& span : spans[rank]) {
      add_edge(all, rank, event::begins, 1e9 * (span.begin - begin), span);
      add_edge(all, rank, event::ends, 1e9 * (span.end - begin), span);
    }
  return bytes;
}

}  // namespace collsim

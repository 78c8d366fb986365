#include "models/critical_path.hpp"

#include <algorithm>

#include "models/matching.hpp"

namespace collsim {
namespace {

class Walk {
 public:
  Walk(const std::vector<Trace>& traces, double begin, const Wire& wire, const Work& work)
      : traces_(traces), begin_(begin), wire_(wire), work_(work), matching_(match(traces)) {
    path_.begin = path_.end = time_ = begin;
    for (std::size_t rank = 0; rank < traces.size(); ++rank)
      if (!traces[rank].empty() && traces[rank].back().end > time_) {
        rank_ = static_cast<int>(rank);
        path_.end = time_ = traces[rank].back().end;
      }
    left_ = traces.empty() ? 0 : trace().size();
  }

  CriticalPath run() {
    while (time_ > begin_ && left_ > 0) step();
    add(Segment::Kind::wait, begin_);
    std::reverse(path_.segments.begin(), path_.segments.end());
    // What is left, so that the shares add up; rounding must not make it negative.
    Shares& shares = path_.shares;
    const double explained = shares.alpha + shares.beta + shares.gamma + shares.copying;
    shares.waiting = std::max(0.0, path_.end - path_.begin - explained);
    return std::move(path_);
  }

 private:
  const Trace& trace() const { return traces_[static_cast<std::size_t>(rank_)]; }

  /// Goes back over the last event that is left of this rank.
  void step() {
    const Event& event = trace()[--left_];
    if (event.end <= event.begin || event.begin >= time_)
      return;  // cost no time that is still to be explained
    add(Segment::Kind::wait, event.end);
    switch (event.kind) {
      case Event::Kind::combine:
        path_.shares.gamma += std::min(add(Segment::Kind::combine, event.begin, event.bytes),
                                       static_cast<double>(event.bytes) * work_(rank_).first);
        break;
      case Event::Kind::copy:
        path_.shares.copying += std::min(add(Segment::Kind::copy, event.begin, event.bytes),
                                         static_cast<double>(event.bytes) * work_(rank_).second);
        break;
      case Event::Kind::wait:
        follow(event);
        break;
      case Event::Kind::await:
        follow_flag(event);
        break;
      case Event::Kind::traverse:
        follow_last();
        break;
      case Event::Kind::post_send:
      case Event::Kind::post_recv:
      case Event::Kind::raise:
        add(Segment::Kind::wait, event.begin);
    }
  }

  /// To the rank that raised the flag, if this one waited for it.
  void follow_flag(const Event& await) {
    const Trace& other = traces_[static_cast<std::size_t>(await.peer)];
    const auto raise = std::ranges::find_if(other, [&](const Event& event) {
      return event.kind == Event::Kind::raise && event.bytes >= await.bytes;
    });
    const bool waited = raise != other.end() && raise->end > await.begin && raise->end <= time_;
    add(Segment::Kind::wait, waited ? raise->end : await.begin);
    if (!waited) return;
    rank_ = await.peer;
    left_ = static_cast<std::size_t>(raise - other.begin());
  }

  /// To the rank that came last to this traversal of the collective network.
  void follow_last() {
    const auto is_traversal = [](const Event& event) { return event.kind == Event::Kind::traverse; };
    const auto before =
        std::count_if(trace().begin(), trace().begin() + static_cast<std::ptrdiff_t>(left_), is_traversal);
    const Event* last = nullptr;
    for (std::size_t rank = 0; rank < traces_.size(); ++rank) {
      const Trace& other = traces_[rank];
      auto come = std::ranges::find_if(other, is_traversal);
      for (auto left = before; left > 0; --left) come = std::find_if(come + 1, other.end(), is_traversal);
      if (last && come->begin <= last->begin) continue;
      last = &*come;
      rank_ = static_cast<int>(rank);
    }
    left_ = static_cast<std::size_t>(last - trace().data());
    add(Segment::Kind::wait, last->begin);
  }

  /// When the later side posted a message.
  double ready(const MatchedMessage& message) const {
    return std::max(send(message).begin, recv(message).begin);
  }
  const Event& send(const MatchedMessage& message) const {
    return traces_[static_cast<std::size_t>(message.from)][message.send];
  }
  const Event& recv(const MatchedMessage& message) const {
    return traces_[static_cast<std::size_t>(message.to)][message.recv];
  }

  /// The message that this wait waited for, null if it has no partner. The waits of a sendrecv begin and end
  /// together: the one whose message would take longest on the undisturbed wire decides.
  const MatchedMessage* binding(const Event& wait) const {
    const MatchedMessage* last = nullptr;
    double last_end = 0;
    for (std::size_t i = left_ + 1; i-- > 0;) {
      const Event& event = trace()[i];
      if (event.kind != Event::Kind::wait || event.begin != wait.begin || event.end != wait.end) break;
      const std::size_t number = matching_.message_of(rank_, event);
      if (number == Matching::none) continue;
      const MatchedMessage& message = matching_.messages[number];
      const auto bytes = static_cast<double>(message.bytes);
      const auto [alpha, beta] = wire_(message.from, message.to, bytes);
      const double end = ready(message) + alpha + bytes * beta;
      if (last && end <= last_end) continue;
      last = &message;
      last_end = end;
    }
    return last;
  }

  void follow(const Event& wait) {
    const MatchedMessage* message = binding(wait);
    if (!message || ready(*message) > time_) {  // an eager send: nobody has asked for the message yet
      add(Segment::Kind::wait, wait.begin);
      return;
    }
    const bool sender_was_last = send(*message).begin > recv(*message).begin ||
                                 (send(*message).begin == recv(*message).begin && rank_ == message->from);
    const auto [alpha, beta] = wire_(message->from, message->to, static_cast<double>(message->bytes));
    const double begin = std::max(begin_, ready(*message));
    const double seconds = add(Segment::Kind::message, begin, message->bytes, message);
    const double latency = std::min(alpha, seconds);
    path_.shares.alpha += latency;
    path_.shares.beta += std::min(static_cast<double>(message->bytes) * beta, seconds - latency);
    rank_ = sender_was_last ? message->from : message->to;
    left_ = sender_was_last ? message->send : message->recv;
  }

  /// Explains the time from `begin` to time_, and goes back to `begin`. Returns the seconds.
  double add(Segment::Kind kind, double begin, std::int64_t bytes = 0,
             const MatchedMessage* message = nullptr) {
    begin = std::max(begin, begin_);
    if (begin >= time_) return 0;
    path_.segments.push_back(
        {kind, rank_, message ? message->from : -1, message ? message->to : -1, bytes, begin, time_});
    const double seconds = time_ - begin;
    time_ = begin;
    return seconds;
  }

  const std::vector<Trace>& traces_;
  const double begin_;
  const Wire& wire_;
  const Work& work_;
  const Matching matching_;
  CriticalPath path_;
  int rank_ = 0;
  std::size_t left_ = 0;  ///< events of rank_ that have not been looked at
  double time_;           ///< up to here the path is still to be found
};

}  // namespace

CriticalPath critical_path(const std::vector<Trace>& traces, double begin, const Wire& wire,
                           const Work& work) {
  return Walk(traces, begin, wire, work).run();
}

std::map<std::pair<int, int>, std::int64_t> bytes_between(const std::vector<Trace>& traces) {
  std::map<std::pair<int, int>, std::int64_t> bytes;
  for (const MatchedMessage& message : match(traces).messages)
    bytes[{message.from, message.to}] += message.bytes;
  return bytes;
}

std::vector<LinkLoad> link_loads(const std::vector<Trace>& traces, const LinksBetween& route) {
  std::map<std::string, LinkLoad> by_name;
  for (const auto& [ends, bytes] : bytes_between(traces))
    for (const auto& [link, bandwidth] : route(ends.first, ends.second)) {
      LinkLoad& load = by_name.try_emplace(link, LinkLoad{link, 0, 0}).first->second;
      load.bytes += bytes;
      load.seconds = static_cast<double>(load.bytes) / bandwidth;
    }
  std::vector<LinkLoad> loads;
  for (const auto& [link, load] : by_name) loads.push_back(load);
  std::stable_sort(loads.begin(), loads.end(),
                   [](const LinkLoad& a, const LinkLoad& b) { return a.seconds > b.seconds; });
  return loads;
}

}  // namespace collsim

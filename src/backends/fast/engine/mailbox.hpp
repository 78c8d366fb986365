#pragma once

#include <boost/intrusive/set.hpp>
#include <utility>
#include <vector>

#include "backends/fast/engine/request.hpp"

namespace collsim::fast {

/// What waits at a rank for its other side: the queue of posted receives and that of unexpected sends, in
/// one, since of one source and tag there can be only either.
///
/// Whoever delivers to it keeps MPI's order: of one source sends come as they were sent, and receives as they
/// were posted. Once receives from any source come, everything must come in order of time.
class Mailbox {
 public:
  /// Takes the request's partner out and returns it; without one keeps the request and returns null.
  /// `wildcards`: receives from any source may have come.
  Request* match(Request& request, bool wildcards);
  /// Takes out the unexpected sends that were posted after `time`.
  std::vector<Request*> take_later(double time);

  bool empty() const { return requests_.empty(); }
  /// Some request that waits. The mailbox must not be empty.
  const Request& front() const { return *requests_.begin(); }
  /// Where each search begins. The mailbox must not be empty.
  const void* root() const { return &*requests_.root(); }

 private:
  /// What a send and a receive must have in common: source and tag, or the tag alone.
  struct Envelope {
    using type = std::pair<int, int>;
    type operator()(const Request& request) const { return {request.source(), request.tag}; }
  };
  /// Requests of one envelope lie in the order in which they came. They are found by it: where thousands wait, a look at each
  /// would be most of the work.
  using Requests =
      boost::intrusive::multiset<Request, boost::intrusive::key_of_value<Envelope>,
                                 boost::intrusive::member_hook<Request, Request::Hook, &Request::hook>,
                                 boost::intrusive::constant_time_size<false>>;

  Request* first(const Envelope::type& envelope, Request::Kind kind);
  Request* first_unexpected(const Request& recv);
  Request* first_posted(const Request& send, bool wildcards);

  Requests requests_;
};

}  // namespace collsim::fast

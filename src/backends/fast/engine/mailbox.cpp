#include "backends/fast/engine/mailbox.hpp"

namespace collsim::fast {
namespace {

/// The order of sends that a receive could take.
bool before(const Request& a, const Request& b) {
  return std::tie(a.posted, a.owner, a.sequence) < std::tie(b.posted, b.owner, b.sequence);
}

}  // namespace

Request* Mailbox::match(Request& request, bool wildcards) {
  const bool sends = request.kind == Request::Kind::send;
  Request* partner = sends ? first_posted(request, wildcards) : first_unexpected(request);
  if (partner)
    requests_.erase(requests_.iterator_to(*partner));
  else
    requests_.insert(request);
  return partner;
}

Request* Mailbox::first(const Envelope::type& envelope, Request::Kind kind) {
  const auto found = requests_.find(envelope);
  return found == requests_.end() || found->kind != kind ? nullptr : &*found;
}

Request* Mailbox::first_posted(const Request& send, bool wildcards) {
  constexpr auto recv = Request::Kind::recv;
  Request* found = first({send.context, send.source, send.tag}, recv);
  if (!wildcards) return found;
  for (Request* wild : {first({send.context, MPI_ANY_SOURCE, send.tag}, recv),
                        first({send.context, send.source, MPI_ANY_TAG}, recv),
                        first({send.context, MPI_ANY_SOURCE, MPI_ANY_TAG}, recv)})
    if (wild && (!found || wild->sequence < found->sequence)) found = wild;
  return found;
}

/// Of one source they lie in the order in which they were sent; of several, as they became known.
Request* Mailbox::first_unexpected(const Request& recv) {
  if (!recv.any()) return first({recv.context, recv.source, recv.tag}, Request::Kind::send);
  Request* found = nullptr;
  for (Request& send : requests_)
    if (send.kind == Request::Kind::send && recv.takes(send) && (!found || before(send, *found)))
      found = &send;
  return found;
}

std::vector<Request*> Mailbox::take_later(double time) {
  std::vector<Request*> taken;
  for (auto next = requests_.begin(); next != requests_.end();) {
    Request& each = *next++;
    if (each.kind != Request::Kind::send || each.posted <= time) continue;
    requests_.erase(requests_.iterator_to(each));
    taken.push_back(&each);
  }
  return taken;
}

}  // namespace collsim::fast

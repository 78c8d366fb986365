#include "backends/fast/engine/mailbox.hpp"

#include <tuple>

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
  Request* const found = first({send.owner, send.tag}, recv);
  if (!wildcards) return found;
  Request* const wild = first({any_source, send.tag}, recv);
  return wild && (!found || wild->sequence < found->sequence) ? wild : found;
}

/// Of one source they lie in the order in which they were sent; of several, as they became known.
Request* Mailbox::first_unexpected(const Request& recv) {
  if (!recv.any()) return first({recv.peer, recv.tag}, Request::Kind::send);
  Request* found = nullptr;
  for (Request& send : requests_)
    if (send.kind == Request::Kind::send && send.tag == recv.tag && (!found || before(send, *found)))
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

#pragma once

#include <mpi.h>

#include <boost/intrusive/list.hpp>
#include <boost/smart_ptr/intrusive_ptr.hpp>
#include <cstdint>
#include <vector>

#include "backends/fast/datatype.hpp"

namespace collsim::fast {

/// One side of a message, from its post to its end. Those of blocking calls live on the rank's stack.
class Request
    : public boost::intrusive::list_base_hook<boost::intrusive::link_mode<boost::intrusive::normal_link>> {
 public:
  enum class Kind : std::uint8_t { send, recv };

  Kind kind = Kind::send;
  bool synchronous = false;  ///< a send that waits for its receiver, whatever its size
  bool persistent = false;
  bool active = false;    ///< posted, and not yet waited for
  bool eager = false;     ///< set out without its receiver
  bool detached = false;  ///< its sender did not wait for it
  bool orphan = false;    ///< nobody will ask for it: the engine frees it at its end
  bool arrived = false;   ///< of a send: `arrival` is known
  bool done = false;      ///< `end` is known
  bool awaited = false;   ///< its owner goes on when all it waits for is done
  bool noticed = false;   ///< its owner will look when it ends

  int owner = -1;  ///< world rank
  int peer = -1;   ///< world rank of the other side; of a receive maybe MPI_ANY_SOURCE
  int source = 0;  ///< in the communicator; of a receive maybe MPI_ANY_SOURCE
  int tag = 0;
  std::uint32_t context = 0;
  std::uint32_t sequence = 0;  ///< of a send: how many its owner had sent before
  int error = MPI_SUCCESS;

  void* data = nullptr;
  int count = 0;
  boost::intrusive_ptr<const Datatype> type = {};  ///< its owner may free it meanwhile
  std::int64_t bytes = 0;                          ///< of the data: of a receive, its room

  double posted = 0;   ///< seconds
  double arrival = 0;  ///< when the last byte of a send is at the receiver
  double end = 0;      ///< when the owner may go on
  double missed = -1;  ///< when its owner last asked for it in vain
  Request* partner = nullptr;
  std::vector<std::byte> payload = {};  ///< of a send whose owner may reuse the buffer before the match
  MPI_Status status = {};               ///< of a receive that is matched

  /// Whether this receive takes that send.
  bool takes(const Request& send) const {
    return context == send.context && (source == send.source || source == MPI_ANY_SOURCE) &&
           (tag == send.tag || tag == MPI_ANY_TAG);
  }
  bool any() const { return source == MPI_ANY_SOURCE || tag == MPI_ANY_TAG; }
};

/// Requests in the order in which they were posted.
using Requests = boost::intrusive::list<Request, boost::intrusive::constant_time_size<false>>;

}  // namespace collsim::fast

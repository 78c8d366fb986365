#pragma once

namespace collsim {

/// Whether the call that sends a message waits until its memory may be written again.
enum class Sending : bool { blocking, nonblocking };

}  // namespace collsim

#pragma once

namespace collsim {

/// Whether this rank had to leave its core to others, or its machine its processors to other machines: a repetition in
/// which that happened tells of them.
class Preemptions {
 public:
  /// One of the ranks of a machine watches it, because reading that may take a millisecond where cores are many.
  explicit Preemptions(bool watches_machine) : watches_machine_(watches_machine) {}

  void begin();
  /// Whether this rank had to since begin().
  bool left_core() const;
  /// Whether the machine had to since it was last asked. The kernel counts that in hundredths of a second, and is asked no more
  /// often: reading takes some microseconds.
  bool machine_was_robbed();

 private:
  bool watches_machine_;
  long switches_ = 0;
  long stolen_ = -1;
  double looked_ = 0;
};

}  // namespace collsim

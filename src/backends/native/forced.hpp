#pragma once

#include <string>
#include <vector>

namespace collsim {

/// Has Open MPI serve a collective by one of its algorithms, in this process, on the communicators that are made while this lives: by
/// MPI_T, so that one job measures many. All ranks of a communicator need the same.
class Forced {
 public:
  /// `theirs`: as its rules name it, with the parameters that they take, such as "chain(fanout=2,segsize=8192)"; what is not given is 0,
  /// as in its files. Throws Error where the installed library has no such algorithm, lets no program choose it, or does not heed it.
  Forced(const std::string& collective, const std::string& theirs);
  ~Forced();
  Forced(const Forced&) = delete;
  Forced& operator=(const Forced&) = delete;

 private:
  struct Setting {
    std::string name;
    int before;
  };
  void set(const std::string& name, int value);
  void restore();

  std::vector<Setting> settings_;
};

}  // namespace collsim

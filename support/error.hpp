#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace collsim {

/// Something the user can mend. The message is one line: what is wrong, where, and what would be right.
/// `main` prints it and exits with 2.
struct Error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// "; did you mean 'ring', 'tree'?" from the known names nearest to `name`, or "; known: ..." if none is
/// near.
std::string suggestion(std::string_view name, const std::vector<std::string>& known);

struct UnknownAlgorithm : Error {
  UnknownAlgorithm(const std::string& collective, const std::string& name,
                   const std::vector<std::string>& known);
};

/// An MPI call that did not return MPI_SUCCESS.
struct MpiError : Error {
  MpiError(const std::string& call, int code);
  int code;
};

}  // namespace collsim

#pragma once

namespace collsim {

/// The drop-in among tools that take over MPI's names as it does (README.md, "Other tools").

/// The function of that name that comes after the drop-in's own; null where there is no telling.
void* function_behind(const char* name);

/// A tool's function behind the drop-in's, so that the tool learns of the call, else the library's own.
template <class Function>
Function* behind(const char* name, Function* library) {
  void* const found = function_behind(name);
  return found ? reinterpret_cast<Function*>(found) : library;
}

/// Must be called before MPI is initialised by a call that came here: otherwise the process says at its end that none did, if
/// MPI was initialised. Ends the process, with one line and exit code 2, where a second MPI library is loaded, because the
/// drop-in is made for it: its handles are not the program's.
void expect_calls();

}  // namespace collsim

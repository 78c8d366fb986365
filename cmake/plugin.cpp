#include "interface.hpp"

/// Compiled into every plug-in: what it was built for. The programs look for this text in its file before they
/// load it.
extern "C" [[gnu::visibility("default")]] const char collsim_plugin[] =
    "collsim plug-in: " COLLSIM_PLUGIN "+" COLLSIM_INTERFACE;

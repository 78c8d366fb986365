#pragma once

#include <utility>

namespace collsim {

/// SimGrid's defaults are a fit to one machine; these make a message cost latency + bytes / bandwidth,
/// synchronously, and bookkeeping nothing. A platform's <config> may name others.
inline constexpr std::pair<const char*, const char*> ideal_settings[] = {
    {"network/TCP-gamma", "0"},
    {"network/weight-S", "0"},
    {"surf/precision", "1e-12"},
    {"network/crosstraffic", "0"},
    {"network/optim", "Full"},
    {"smpi/lat-factor", "0:1"},
    {"smpi/bw-factor", "0:1"},
    {"smpi/send-is-detached-thresh", "0"},
    {"smpi/simulate-computation", "no"},
    {"smpi/wtime", "0"},
    {"smpi/test", "0"},
    {"smpi/iprobe", "0"},
    {"smpi/errors-are-fatal", "no"},
};

}  // namespace collsim

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

/// SimGrid 3.32's defaults, as smpirun has them.
inline constexpr std::pair<const char*, const char*> smpi_settings[] = {
    {"network/TCP-gamma", "4194304"},
    {"network/crosstraffic", "1"},
    {"network/weight-S", "20537"},
    {"smpi/async-small-thresh", "0"},
    {"smpi/bw-factor",
     "0:0.812084;257:0.338112;732:0.341987;1426:0.608902;3484:0.77493;5776:1.08739;9376:0.58729;"
     "15424:0.697866;65472:0.940694"},
    {"smpi/lat-factor",
     "0:2.01467;257:1.95341;732:1.9503;1426:1.61075;3484:1.88101;5776:2.18796;9376:2.59299;"
     "15424:3.48845;65472:11.6436"},
    {"smpi/send-is-detached-thresh", "65536"},
};

}  // namespace collsim

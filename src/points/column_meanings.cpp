#include "points/column_meanings.hpp"

#include <map>

namespace collsim {
namespace {

const std::map<std::string, std::string> meanings = {
    {"collective", "what is called"},
    {"algorithm", "which algorithm serves the call"},
    {"options", "values of its options"},
    {"backend", "who answers"},
    {"network", "of a backend with several: how messages hold each other up"},
    {"schedule", "of the backend fast: how its ranks run"},
    {"platform", "the machine"},
    {"overrides", "changes to its numbers"},
    {"p", "ranks"},
    {"ppn", "ranks of a node"},
    {"mapping", "how ranks go to nodes"},
    {"placement", "the file or rule that places ranks instead"},
    {"threads", "of a rank, which combine together"},
    {"bytes", "of the whole vector"},
    {"count", "its elements"},
    {"type", "of an element"},
    {"op", "the operator"},
    {"root", "the rank that it begins or ends at"},
    {"distribution", "how elements are shared out to ranks' blocks"},
    {"in_place", "whether the call is MPI_IN_PLACE"},
    {"data", "whether data move and results are checked"},
    {"loop", "calls back to back"},
    {"arrival", "when ranks come to the call"},
    {"balance", "whether the run tells idle_share and load_balance"},
    {"seconds", "from the common start to the last rank's finish; of measured rows the median"},
    {"seconds_low", "of measured rows: the lower quartile"},
    {"seconds_high", "of measured rows: the upper quartile"},
    {"interval_low", "of measured rows: where the 95 % interval over launches begins"},
    {"interval_high", "where it ends"},
    {"launches", "of measured rows: separate starts"},
    {"seconds_mean", "what ranks spend inside the call, on average"},
    {"seconds_rank0", "what rank 0 spends inside the call"},
    {"since_last_arrival", "from the last rank's arrival to the end"},
    {"seconds_worst", "what a rank spends inside the call, at most"},
    {"seconds_early", "the same, of ranks that came before the median arrival"},
    {"idle_share", "the part of all ranks' time in which they wait, have not come or are done"},
    {"load_balance", "the mean of the rest over that of the busiest rank"},
    {"repetitions", "of measured rows: of each launch"},
    {"preempted", "of measured rows: repetitions in which a rank lost its core"},
    {"messages", "of all ranks together"},
    {"bytes_sent", "of all messages together"},
    {"status", "ok, or why there is no answer: unsupported, failed or missing, with the reason"},
};

}  // namespace

const std::string& meaning_of_column(const std::string& name) {
  return meanings.at(name);
}

}  // namespace collsim

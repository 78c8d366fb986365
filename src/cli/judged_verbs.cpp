#include "cli/judged_verbs.hpp"

#include "cli/judging.hpp"
#include "cli/shared_flags.hpp"

namespace collsim {

Verb advise_verb() {
  return {
      "advise",
      "FILE... --platform FILE --mpi LIBRARY",
      "reads what was measured with a library's own choices, tells what ran, how well the platform explains "
      "it, and what may be "
      "faster",
      flags::with(
          {flags::columns.saying("THEIRS=OURS,...",
                                 "what columns of CSV files are called here, such as avg=median_us"),
           flags::counterparts, flags::jobs, flags::mpi,
           flags::results.saying("DIR", "folder for answers (default results/advise)"), flags::plugin},
          flags::keys({"backends", "collective", "network", "platform", "ppn", "processes", "type"})),
      {"collsim advise osu_allreduce.txt --platform ./gondor.xml --mpi openmpi-4.1 --processes 64 --ppn 32",
       "collsim advise imb.txt osu_bcast.txt --platform leonardo --mpi openmpi-4.1 --processes 8"},
      judge};
}

Verb calibrate_verb() {
  return {
      "calibrate",
      "[FILE.csv|node [FILE.csv]|measured [MACHINE]]",
      "fits a platform's numbers to messages that it measures between hosts or in a node, to a "
      "ping-pong or to measured cells",
      flags::with(
          {flags::testbed,
           flags::lstopo.saying("FILE", "beside FILE.csv: " + flags::lstopo.meaning).only_beside({"node"}),
           flags::launch, flags::results.saying("DIR", "where it writes (default results/calibrate)"),
           flags::jobs, flags::cells.saying("FILE", "of measured: " + flags::cells.meaning),
           flags::columns.saying(
               "THEIRS=OURS,...",
               "of --cells: what columns of CSV files are called here, such as avg=median_us"),
           flags::counterparts.saying("FILE", "of measured: " + flags::counterparts.meaning)},
          key_flags()),
      {"collsim calibrate node --launch 'mpirun -n 128 --bind-to core'",
       "collsim calibrate measured lumi -j 2"},
      judge};
}

Verb import_verb() {
  return {
      "import",
      "[ALGORITHM=]FILE... --machine NAME",
      "makes a table of measured times from the output of benchmarks",
      flags::with({flags::columns.saying("THEIRS=OURS,...",
                                         "what columns of CSV files are called here, such as avg=median_us"),
                   flags::counterparts, flags::machine,
                   flags::out.saying("FILE.csv", "where the table goes (default: standard output)")},
                  flags::keys({"collective", "processes", "ppn", "type"})),
      {"collsim import ring=osu_ring.txt osu_default.txt --machine gondor --processes 64 --out gondor.csv",
       "collsim import times.csv --machine gondor --columns avg=median_us"},
      judge};
}

Verb report_verb() {
  return {"report",
          "[DIR]",
          "writes a page about all that was run into a folder (default results)",
          {flags::out.saying("FILE.html", "where the page goes (default report.html)")},
          {"collsim report", "collsim report results/quickstart --out quickstart.html"},
          judge};
}

Verb study_verb() {
  return {"study",
          "STUDY",
          "asks a study of validation/ again, and tells where its page is",
          {flags::dry_run},
          {"collsim study t3e", "collsim study hamilton --dry-run"},
          judge};
}

Verb testbed_verb() {
  return {
      "testbed",
      "up TESTBED|down TESTBED|status TESTBED|platform TESTBED|placement TESTBED|run TESTBED -- COMMAND ...",
      "makes a network inside this machine, and runs programs on it",
      {flags::calibration},
      {"collsim testbed up star", "collsim testbed run star -- collrun quickstart --processes 4"},
      judge};
}

Verb validate_verb() {
  return {
      "validate",
      "formula|engines|native|measured [MACHINE]|repeated DIR DIR|published|SCENARIO",
      "compares answers with closed forms, engines with each other, and both with what was measured",
      flags::of_answering(
          "results/engines, native_MACHINE, measured_MACHINE, published or SCENARIO",
          {flags::columns.saying(
               "all|NAME,...|THEIRS=OURS,...",
               "what its tables show; of --cells: what columns of CSV files are called here, "
               "such as avg=median_us"),
           flags::dry_run, flags::testbed.only_beside({"native"}), flags::launch.only_beside({"native"}),
           flags::launches.only_beside({"native"}), flags::pace.only_beside({"native"}),
           flags::calibration
               .saying("FILE", "what collsim calibrate found (default results/calibrate/calibration.json)")
               .only_beside({"native"}),
           flags::cells.only_beside({"measured", "native"}),
           flags::counterparts.only_beside({"measured", "native"}), flags::claims.only_beside({"published"}),
           flags::mpi.only_beside({"measured"}), flags::ranges.only_beside({"measured"}),
           flags::set.only_beside({"measured"})}),
      {"collsim validate formula -j 2", "collsim validate measured lumi --collective allreduce"},
      judge};
}

}  // namespace collsim

#include "evidence/calibration/pattern_rows.hpp"
#include "evidence/calibration/platform_xml.hpp"
#include "tests/fuzz/target.hpp"

namespace collsim::fuzz {
namespace {

const Registration registered({"patterns", [](const std::string& bytes) {
                                 const MemoryFile file(bytes);
                                 const auto rows = read_patterns(path_of(file));
                                 const Calibration found = calibrate(rows, {});
                                 static_cast<void>(to_text(found, rows));
                                 static_cast<void>(platform_xml("fuzz", 8, found));
                               }});

}  // namespace
}  // namespace collsim::fuzz

#pragma once

#include <string>

namespace collsim {

// Pages in Markdown for people, which are those of the same names in docs/reference/.

/// Every column of results.csv, with its unit.
std::string columns_page();
/// Every algorithm, by collective, with its formula, what it assumes and its source. What plug-ins hold is left out.
std::string algorithms_page();
/// Every backend and network, and what each is for.
std::string backends_page();

}  // namespace collsim

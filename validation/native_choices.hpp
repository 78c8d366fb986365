#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <vector>

#include "validation/native.hpp"

namespace collsim {

/// The algorithm that leaves the choice to the MPI library.
constexpr const char* installed_library = "library";

/// What comes of choosing by each predictor of the cells, and by the installed library. `native`: the judged native rows.
/// Of rows that ask the same the first counts.
std::vector<NativeChoice> native_choices(const std::vector<NativeCell>& cells,
                                         const std::vector<const Row*>& native);

/// The same of those for whose native rows `belongs` holds, which are called `of`.
template <class Condition>
std::vector<NativeChoice> native_choices_where(const std::string& of, const std::vector<NativeCell>& cells,
                                               const std::vector<const Row*>& native,
                                               const Condition& belongs) {
  std::vector<NativeCell> some;
  std::ranges::copy_if(cells, std::back_inserter(some),
                       [&](const NativeCell& cell) { return belongs(cell.native); });
  std::vector<const Row*> rows;
  std::ranges::copy_if(native, std::back_inserter(rows), [&](const Row* row) { return belongs(*row); });
  auto choices = native_choices(some, rows);
  for (auto& choice : choices) choice.of = of;
  return choices;
}

std::vector<NativeChoice> native_choices_by_collective(const std::vector<NativeCell>& cells,
                                                       const std::vector<const Row*>& native);

/// The same for each size, by the power of two nearest to its bytes: blocks are rounded to whole elements.
std::map<std::int64_t, std::vector<NativeChoice>> native_choices_by_size(
    const std::vector<NativeCell>& cells, const std::vector<const Row*>& native);

}  // namespace collsim

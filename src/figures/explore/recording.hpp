#pragma once

#include <filesystem>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "backends/backend.hpp"
#include "figures/explore/offer.hpp"

namespace collsim {

/// What a copy of the page without a server knows of the offer's machine and start: {"offer", "machine"}; "axes", the numbers of the
/// sliders with the factors at which formulas were asked; and by name the "collectives", all or the one that is asked. Each has the
/// "scenario", the "board" of formulas, and "times"[cell][algorithm] of that, which are told by a sum or at every place on the
/// axes, the last the fastest; "engine", the cells of the machine as it is, or why it was "refused"; and "inside", of those of few ranks, by
/// "ALGORITHM,P,BYTES". `begun` hears of each collective. Throws Error.
nlohmann::json recording(const Offer& offer, const Setup& setup, int jobs,
                         const std::function<void(const std::string& collective)>& begun);

/// Writes the page with a recording into a folder, as index.html, which needs no other file. Throws Error.
void write_recorded_page(const std::filesystem::path& folder, const nlohmann::json& recording);

}  // namespace collsim

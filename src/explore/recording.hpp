#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>

#include "backends/backend.hpp"
#include "explore/offer.hpp"

namespace collsim {

/// What a copy of the page without a server knows of the offer's start: {"offer", "machine", "scenario"}; "axes", the numbers of the
/// sliders with the factors at which formulas were asked, and "times"[place on the axes, the last the fastest][cell][algorithm] of
/// the cells of "board"; "engine", the cells of the machine as it is; and "inside", of those of few ranks, by
/// "ALGORITHM,P,BYTES". Throws Error.
nlohmann::json recording(const Offer& offer, const Setup& setup, int jobs);

/// Writes the page with a recording into a folder, as index.html, which needs no other file. Throws Error.
void write_recorded_page(const std::filesystem::path& folder, const nlohmann::json& recording);

}  // namespace collsim

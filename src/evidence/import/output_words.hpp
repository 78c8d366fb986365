#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "evidence/import/benchmark_output.hpp"

namespace collsim {

// What the outputs of benchmarks are made of, and who reads those of two that have a form of their own.

/// Limits of what a benchmark may have measured.
constexpr double most_bytes = 1e15, least_microseconds = 1e-6, most_microseconds = 1e12, most_ranks = 1e9;

/// "All-to-Allv Personalized Exchange" and "alltoallv", "Broadcast" and "Bcast" are the same. Nothing for what is no blocking
/// collective.
std::optional<std::string> collective_called(std::string name);
/// Our name of a type (operand.hpp). Throws Error for one that is not known here.
std::string type_called(const std::string& name);

/// What follows `mark`, if the line has it.
std::optional<std::string> after(const std::string& mark, const std::string& line);

std::optional<double> finite_number(const std::string& word);
/// Throws Error that begins with `what`.
double number_within(const std::string& word, const char* what, double least, double most);
std::int64_t whole_within(const std::string& word, const char* what, double least, double most);

/// Whether a line is one that ReproMPI's benchmark begins with.
bool is_of_reprompi(const std::string& line);
/// Reads ReproMPI's output: of all repetitions, of which quartiles are taken, or of --summary, of which the median
/// is, or the mean where there is none. Its times are of the rank that takes longest; its counts are of a block where a collective
/// has blocks. Source: Hunold, Carpen-Amarie, IEEE TPDS 27 (2016), doi:10.1109/TPDS.2016.2539167; output of mpibenchmark, 2020.
ForeignTimes read_reprompi(const std::vector<std::string>& lines);

/// Whether a line is one that SKaMPI 5 begins a result with.
bool is_of_skampi(const std::string& line);
/// Reads what SKaMPI 5 prints: between `begin result "MPI_Bcast-nodes-length"` and `end result` a line has
/// parameters (`nodes= 2 count= 1`), bytes but for barriers, the microseconds until all ranks have ended, their error, repetitions
/// and each rank's microseconds. Bytes are of a block where a collective has blocks; elements of four bytes are taken for int, of
/// eight for double. Source: Reussner, Sanders, Traeff, Scientific Programming 10 (2002); Open MPI's MTT, which reads it.
ForeignTimes read_skampi(const std::vector<std::string>& lines);

}  // namespace collsim

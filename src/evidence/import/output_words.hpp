#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace collsim {

// What the outputs of benchmarks are made of.

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

}  // namespace collsim

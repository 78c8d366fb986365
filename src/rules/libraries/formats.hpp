#pragma once

#include <string>

#include "rules/rules.hpp"

namespace collsim {

// Files by which MPI libraries choose algorithms, as rules for operators that commute: docs/reference/tuning_files.md. Each reader
// throws DocumentError for what its library would take in another sense, or leave out in silence.

/// Reads a file of coll_tuned_dynamic_rules_filename, Open MPI 4.1 and 5.0.
Rules read_openmpi_classic(const std::string& text, const std::string& file);
/// Reads a file of coll_tuned_dynamic_rules_filename, Open MPI 6, in JSON.
Rules read_openmpi_json(const std::string& text, const std::string& file);
/// Reads a file of MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE, MPICH 4 and 5: what it says of communicators whose ranks have a node
/// each, of calls that are not in place and have regular blocks.
Rules read_mpich_json(const std::string& text, const std::string& file);
/// Reads the text of UCC_TL_UCP_TUNE, or a line UCC_TL_UCP_TUNE=TEXT.
Rules read_ucc(const std::string& text, const std::string& file);

/// A file of any of these formats, or of collsim's own. Throws DocumentError for any other.
Rules read_rules(const std::string& text, const std::string& file);

/// Rules that come with collsim under this name, such as openmpi-4.1, else a file. Where the library would decide by itself what a
/// file leaves to it, the rules of its own table follow. Throws Error.
Rules load_rules(const std::string& name_or_file);
/// The rules of a file alone, where load_rules() gives those that follow, too.
Rules load_own_rules(const std::string& name_or_file);
/// The target (target.hpp) whose rules these are; collsim for those of no library.
std::string target_of(const std::string& name_or_file);
/// Whether it is a name of rules that come with collsim.
bool is_shipped(const std::string& name);
/// Names of those that come with collsim, sorted.
std::vector<std::string> rules_names();

}  // namespace collsim

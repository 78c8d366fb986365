#include "backends/native/forced.hpp"

#include <fmt/format.h>
#include <mpi.h>

#include <map>
#include <optional>

#include "algorithms/facts/nested.hpp"
#include "support/error.hpp"
#include "support/number.hpp"

namespace collsim {
namespace {

constexpr const char* heeds = "coll_tuned_use_dynamic_rules";

/// MPI's tools interface, as long as something is asked of it.
class Tools {
 public:
  Tools() {
    int provided = 0;
    MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
  }
  ~Tools() { MPI_T_finalize(); }
  Tools(const Tools&) = delete;
  Tools& operator=(const Tools&) = delete;
};

/// A setting of the library; that of a name that it does not have is none.
class Variable {
 public:
  explicit Variable(const std::string& name) : name_(name) {
    if (MPI_T_cvar_get_index(name.c_str(), &index_) != MPI_SUCCESS) return;
    int elements = 0;
    if (MPI_T_cvar_handle_alloc(index_, nullptr, &handle_, &elements) != MPI_SUCCESS)
      handle_ = MPI_T_CVAR_HANDLE_NULL;
  }
  ~Variable() {
    if (there()) MPI_T_cvar_handle_free(&handle_);
  }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

  bool there() const { return handle_ != MPI_T_CVAR_HANDLE_NULL; }

  /// The value of one that is a number or a truth.
  int value() const {
    int value = 0;  // a truth has one byte
    MPI_T_cvar_read(handle_, &value);
    return value;
  }

  /// Returns whether the library lets a program do that.
  bool try_write(int value) { return there() && MPI_T_cvar_write(handle_, &value) == MPI_SUCCESS; }

  void write(int value) {
    if (!try_write(value))
      throw Error(fmt::format(
          "the installed library lets no program set {}; right would be to set it at the start", name_));
  }

  /// By the names of its values.
  std::map<std::string, int> values() const {
    int length = 0, verbosity = 0, text = 0, bind = 0, scope = 0, number = 0;
    MPI_Datatype type = MPI_DATATYPE_NULL;
    MPI_T_enum names = MPI_T_ENUM_NULL;
    MPI_T_cvar_get_info(index_, nullptr, &length, &verbosity, &type, &names, nullptr, &text, &bind, &scope);
    std::map<std::string, int> found;
    if (names == MPI_T_ENUM_NULL) return found;
    length = 0;
    MPI_T_enum_get_info(names, &number, nullptr, &length);
    for (int i = 0; i < number; ++i) {
      char name[256];
      length = sizeof name;
      int value = 0;
      MPI_T_enum_get_item(names, i, &value, name, &length);
      found[name] = value;
    }
    return found;
  }

 private:
  std::string name_;
  int index_ = 0;
  MPI_T_cvar_handle handle_ = MPI_T_CVAR_HANDLE_NULL;
};

/// The setting of a parameter of rules, behind the collective's name.
const std::map<std::string, std::vector<std::string>>& parameters() {
  static const std::map<std::string, std::vector<std::string>> all = {
      {"fanout", {"tree_fanout", "chain_fanout"}}, {"segsize", {"segmentsize"}}, {"reqs", {"max_requests"}}};
  return all;
}

/// Of the parameters that are given. Throws Error for one that rules do not have, or that is no number.
std::map<std::string, int> numbers_of(const std::map<std::string, std::string>& given) {
  std::map<std::string, int> numbers;
  std::vector<std::string> known;
  for (const auto& [parameter, endings] : parameters()) known.push_back(parameter);
  for (const auto& [parameter, text] : given) {
    if (!parameters().contains(parameter))
      throw Error(fmt::format("Open MPI's algorithms have no parameter '{}'", parameter) +
                  suggestion(parameter, known));
    const auto number = number_in<int>(text);
    if (!number)
      throw Error(fmt::format("parameter '{}' is '{}'; right would be a whole number", parameter, text));
    numbers[parameter] = *number;
  }
  return numbers;
}

/// Throws Error where the setting has no such value.
int value_named(const Variable& algorithm, const std::string& name, const std::string& collective) {
  const auto values = algorithm.values();
  if (const auto found = values.find(name); found != values.end()) return found->second;
  std::vector<std::string> known;
  for (const auto& [each, value] : values) known.push_back(each);
  throw Error(fmt::format("the installed library has no algorithm '{}' of {}", name, collective) +
              suggestion(name, known));
}

}  // namespace

Forced::Forced(const std::string& collective, const std::string& theirs) {
  const Tools tools;
  const auto [name, options] = parse_written(theirs);
  const std::string setting = fmt::format("coll_tuned_{}_algorithm", collective);
  const Variable algorithm(setting), heeded(heeds);
  if (!algorithm.there())
    throw Error(fmt::format("the installed library has no setting {}; right would be Open MPI", setting));
  if (heeded.value() == 0)
    throw Error(fmt::format("the installed library does not heed {}; right would be mpirun --mca {} 1",
                            setting, heeds));
  auto numbers = numbers_of(options);
  const int value = value_named(algorithm, name, collective);
  try {
    for (const auto& [parameter, endings] : parameters())
      for (const auto& ending : endings) set(setting + "_" + ending, numbers[parameter]);
    set(setting, value);
  } catch (...) {
    restore();
    throw;
  }
}

Forced::~Forced() {
  const Tools tools;
  restore();
}

void Forced::set(const std::string& name, int value) {
  Variable variable(name);
  if (!variable.there()) return;  // no algorithm of the collective has it
  const int before = variable.value();
  if (value == before) return;
  variable.write(value);
  settings_.push_back({name, before});
}

void Forced::restore() {
  for (const Setting& each : settings_) Variable(each.name).try_write(each.before);
  settings_.clear();
}

}  // namespace collsim

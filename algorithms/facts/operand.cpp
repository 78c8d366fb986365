#include "algorithms/facts/operand.hpp"

#include <algorithm>
#include <cctype>
#include <map>

#include "support/error.hpp"

namespace collsim {
namespace {

/// MPI_INT32_T, int32_t and Int32 are int32.
std::string without_dress(const std::string& name) {
  std::string text;
  for (const char c : name) text += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (text.starts_with("mpi_")) text.erase(0, 4);
  if (text.ends_with("_t")) text.resize(text.size() - 2);
  return text;
}

/// What others call types and operators.
const std::map<std::string, std::string>& names_elsewhere() {
  static const std::map<std::string, std::string> names = {
      {"char", "byte"},   {"int8", "byte"},      {"uint8", "byte"},    {"int32", "int"},
      {"uint32", "int"},  {"integer", "int"},    {"unsigned", "int"},  {"int64", "long"},
      {"uint64", "long"}, {"long_long", "long"}, {"float32", "float"}, {"f32", "float"},
      {"fp32", "float"},  {"single", "float"},   {"real", "float"},    {"float64", "double"},
      {"f64", "double"},  {"fp64", "double"},    {"real8", "double"},  {"double_precision", "double"},
      {"add", "sum"},     {"plus", "sum"},       {"+", "sum"},         {"product", "prod"},
      {"mul", "prod"},    {"multiply", "prod"},  {"maximum", "max"},   {"minimum", "min"}};
  return names;
}

template <class Info>
std::string suggested(const std::vector<Info>& known, const std::string& name) {
  std::vector<std::string> names;
  for (const auto& info : known) names.push_back(info.name);
  const auto other = names_elsewhere().find(without_dress(name));
  const bool means_one =
      other != names_elsewhere().end() && std::find(names.begin(), names.end(), other->second) != names.end();
  if (means_one) return "; did you mean '" + other->second + "'?";
  const std::string wanted = without_dress(name);
  const bool of_a_width = !wanted.empty() && std::isdigit(static_cast<unsigned char>(wanted.back())) != 0;
  return suggestion(of_a_width ? "" : name, names);  // float16 is no float
}

template <class Info>
const Info* find_named(const std::vector<Info>& known, const std::string& name) {
  const auto found =
      std::find_if(known.begin(), known.end(), [&](const Info& info) { return info.name == name; });
  return found == known.end() ? nullptr : &*found;
}

}  // namespace

const std::vector<TypeInfo>& operand_types() {
  static const std::vector<TypeInfo> types = {
      {"byte", 1},
      {"int", 4},
      {"long", 8},
      {"float", 4},
      {"double", 8},
      {"float_int", 8, ElementKind::pair},
      {"double_int", 12, ElementKind::pair},
      {"affine", 8, ElementKind::affine},
  };
  return types;
}

const std::vector<OpInfo>& operand_ops() {
  static const std::vector<OpInfo> ops = {
      {"sum", "arithmetic", true},
      {"prod", "arithmetic", true},
      {"max", "arithmetic", true},
      {"min", "arithmetic", true},
      {"maxloc", "location", true, ElementKind::pair},
      {"minloc", "location", true, ElementKind::pair},
      {"user_sum", "user", true},
      {"user_maxloc", "user", true, ElementKind::pair},
      {"compose", "user", false, ElementKind::affine},
  };
  return ops;
}

const TypeInfo& operand_type(const std::string& name) {
  if (const TypeInfo* found = find_named(operand_types(), name)) return *found;
  if (find_named(operand_ops(), name))
    throw Error("'" + name + "' is an operator; right would be --op " + name);
  throw Error("unknown type '" + name + "'" + suggested(operand_types(), name));
}
const OpInfo& operand_op(const std::string& name) {
  if (const OpInfo* found = find_named(operand_ops(), name)) return *found;
  if (find_named(operand_types(), name))
    throw Error("'" + name + "' is a type; right would be --type " + name);
  throw Error("unknown operator '" + name + "'" + suggested(operand_ops(), name));
}

std::string why_unsuited(const OpInfo& op, const TypeInfo& type) {
  if (op.takes != type.kind) {
    const char* wanted = op.takes == ElementKind::pair     ? "float_int or double_int"
                         : op.takes == ElementKind::affine ? "affine"
                                                           : "a type of single numbers";
    return "operator '" + op.name + "' takes " + wanted + ", not '" + type.name + "'";
  }
  return {};
}

}  // namespace collsim

#include "algorithms/facts/operand.hpp"

#include "support/error.hpp"

namespace collsim {
namespace {

template <class Info>
const Info& find_named(const std::vector<Info>& known, const std::string& name, const char* what) {
  std::vector<std::string> names;
  for (const auto& info : known) {
    if (info.name == name) return info;
    names.push_back(info.name);
  }
  throw Error(std::string("unknown ") + what + " '" + name + "'" + suggestion(name, names));
}

}  // namespace

const std::vector<TypeInfo>& operand_types() {
  static const std::vector<TypeInfo> types = {
      {"byte", 1, false},   {"int", 4, false},      {"long", 8, false},       {"float", 4, false},
      {"double", 8, false}, {"float_int", 8, true}, {"double_int", 12, true}, {"affine", 8, false},
  };
  return types;
}

const std::vector<OpInfo>& operand_ops() {
  static const std::vector<OpInfo> ops = {
      {"sum", "arithmetic", true}, {"prod", "arithmetic", true}, {"max", "arithmetic", true},
      {"min", "arithmetic", true}, {"maxloc", "location", true}, {"minloc", "location", true},
      {"user_sum", "user", true},  {"compose", "user", false},
  };
  return ops;
}

const TypeInfo& operand_type(const std::string& name) {
  return find_named(operand_types(), name, "type");
}
const OpInfo& operand_op(const std::string& name) {
  return find_named(operand_ops(), name, "operator");
}

std::string why_unsuited(const OpInfo& op, const TypeInfo& type) {
  const bool wants_pair = op.op_class == "location";
  const bool wants_affine = op.name == "compose";
  if (wants_pair != type.pair || wants_affine != (type.name == "affine")) {
    const char* wanted = wants_pair     ? "float_int or double_int"
                         : wants_affine ? "affine"
                                        : "a type of single numbers";
    return "operator '" + op.name + "' takes " + wanted + ", not '" + type.name + "'";
  }
  return {};
}

}  // namespace collsim

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
  return find_named(operand_types(), name, "type");
}
const OpInfo& operand_op(const std::string& name) {
  return find_named(operand_ops(), name, "operator");
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

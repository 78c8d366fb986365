#include <map>

#include "backends/trial/operand_handles.hpp"
#include "transports/mpi_transport.hpp"

namespace collsim {
namespace {

/// The type of that name with as many bytes of data and of room, or MPI_DATATYPE_NULL. SMPI counts the padding of
/// MPI_DOUBLE_INT as data, and sends it.
MPI_Datatype own_type(const OperandSpec& operand) {
  static const std::map<std::string, MPI_Datatype> known = {
      {"byte", MPI_UINT8_T},         {"int", MPI_INT},       {"long", MPI_INT64_T},
      {"float", MPI_FLOAT},          {"double", MPI_DOUBLE}, {"float_int", MPI_FLOAT_INT},
      {"double_int", MPI_DOUBLE_INT}};
  const auto found = known.find(operand.type);
  if (found == known.end()) return MPI_DATATYPE_NULL;
  const TypeLayout layout = layout_of(found->second);
  return layout.size == operand.size && layout.extent == operand.extent ? found->second : MPI_DATATYPE_NULL;
}

MPI_Op own_op(const std::string& name) {
  static const std::map<std::string, MPI_Op> known = {{"sum", MPI_SUM},       {"prod", MPI_PROD},
                                                      {"max", MPI_MAX},       {"min", MPI_MIN},
                                                      {"maxloc", MPI_MAXLOC}, {"minloc", MPI_MINLOC}};
  const auto found = known.find(name);
  return found == known.end() ? MPI_OP_NULL : found->second;
}

/// Pointers to handles pass as they are, as handles do.
MPI_User_function* to_mpi(UserFunction* function) {
  return reinterpret_cast<MPI_User_function*>(reinterpret_cast<void (*)()>(function));
}

class MpiHandles final : public OperandHandles {
 public:
  MpiHandles(const OperandSpec& operand, MPI_Datatype own)
      : mpi_type_(own),
        mpi_op_(own == MPI_DATATYPE_NULL ? MPI_OP_NULL : own_op(operand.op)),
        made_type_(mpi_type_ == MPI_DATATYPE_NULL),
        made_op_(mpi_op_ == MPI_OP_NULL) {
    if (made_type_) {
      check_mpi(MPI_Type_contiguous(static_cast<int>(operand.size), MPI_BYTE, &mpi_type_),
                "MPI_Type_contiguous");
      check_mpi(MPI_Type_commit(&mpi_type_), "MPI_Type_commit");
    }
    if (made_op_)
      check_mpi(MPI_Op_create(to_mpi(operand.function), operand.commutative ? 1 : 0, &mpi_op_),
                "MPI_Op_create");
    type_ = abi_type(mpi_type_);
    op_ = abi_op(mpi_op_);
  }
  ~MpiHandles() override {
    if (made_op_) MPI_Op_free(&mpi_op_);
    if (made_type_) MPI_Type_free(&mpi_type_);
  }

 private:
  MPI_Datatype mpi_type_;
  MPI_Op mpi_op_;
  bool made_type_, made_op_;
};

}  // namespace

std::unique_ptr<OperandHandles> mpi_handles(const OperandSpec& operand) {
  const MPI_Datatype own = own_type(operand);
  if (own == MPI_DATATYPE_NULL && operand.size != operand.extent) return nullptr;
  return std::make_unique<MpiHandles>(operand, own);
}

}  // namespace collsim

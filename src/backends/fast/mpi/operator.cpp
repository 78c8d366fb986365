#include "backends/fast/mpi/operator.hpp"

#include "backends/fast/mpi/datatype.hpp"
#include "backends/fast/mpi/pack.hpp"

namespace collsim::fast {

bool Operator::takes(const Datatype& type) const {
  return !predefined() || type.combine(which_) != nullptr;
}

void Operator::apply(const void* in, void* inout, int count, const Datatype& type) const {
  if (predefined()) return type.combine(which_)(in, inout, count);
  MPI_Datatype handle = &type;
  function_(const_cast<void*>(in), inout, &count, &handle);
}

namespace {
template <Predefined which>
constinit const Operator own{which};
}  // namespace

}  // namespace collsim::fast

using collsim::fast::lacks_buffer;
using collsim::fast::Operator;
using collsim::fast::own;
using collsim::fast::Predefined;

constinit const MPI_Op MPI_SUM = &own<Predefined::sum>;
constinit const MPI_Op MPI_PROD = &own<Predefined::prod>;
constinit const MPI_Op MPI_MAX = &own<Predefined::max>;
constinit const MPI_Op MPI_MIN = &own<Predefined::min>;
constinit const MPI_Op MPI_MAXLOC = &own<Predefined::maxloc>;
constinit const MPI_Op MPI_MINLOC = &own<Predefined::minloc>;
constinit const MPI_Op MPI_LAND = &own<Predefined::land>;
constinit const MPI_Op MPI_LOR = &own<Predefined::lor>;
constinit const MPI_Op MPI_LXOR = &own<Predefined::lxor>;
constinit const MPI_Op MPI_BAND = &own<Predefined::band>;
constinit const MPI_Op MPI_BOR = &own<Predefined::bor>;
constinit const MPI_Op MPI_BXOR = &own<Predefined::bxor>;

int PMPI_Op_create(MPI_User_function* function, int commutes, MPI_Op* op) {
  if (!function || !op) return MPI_ERR_ARG;
  *op = new Operator(function, commutes != 0);
  return MPI_SUCCESS;
}

int PMPI_Op_free(MPI_Op* op) {
  if (!op) return MPI_ERR_ARG;
  if (!*op || (*op)->predefined()) return MPI_ERR_OP;
  delete *op;
  *op = MPI_OP_NULL;
  return MPI_SUCCESS;
}

int PMPI_Op_commutative(MPI_Op op, int* commutes) {
  if (!op) return MPI_ERR_OP;
  if (!commutes) return MPI_ERR_ARG;
  *commutes = op->commutes() ? 1 : 0;
  return MPI_SUCCESS;
}

int PMPI_Reduce_local(const void* in, void* inout, int count, MPI_Datatype type, MPI_Op op) {
  if (count < 0) return MPI_ERR_COUNT;
  if (!type) return MPI_ERR_TYPE;
  if (!op || !op->takes(*type)) return MPI_ERR_OP;
  if (lacks_buffer(in, count, *type) || lacks_buffer(inout, count, *type)) return MPI_ERR_BUFFER;
  op->apply(in, inout, count, *type);
  return MPI_SUCCESS;
}

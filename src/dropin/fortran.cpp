// The Fortran names of the same calls, for Open MPI: its own would call PMPI_* and pass us by. Arguments are
// addresses; those of mpi_f08, whose names end in _f08_, are the same, but may have no place for the error.

#include <mpi.h>

#include <type_traits>

extern "C" {
// The common blocks whose addresses stand for the constants.
extern int mpi_fortran_in_place_;
extern int mpi_fortran_bottom_;
}

namespace {

static_assert(std::is_same_v<MPI_Fint, int>, "arrays of counts are passed on as they are");
using Int = const MPI_Fint*;

void* buffer(void* address) {
  if (address == &mpi_fortran_in_place_) return MPI_IN_PLACE;
  if (address == &mpi_fortran_bottom_) return MPI_BOTTOM;
  return address;
}

MPI_Comm comm(Int handle) {
  return PMPI_Comm_f2c(*handle);
}
MPI_Datatype type(Int handle) {
  return PMPI_Type_f2c(*handle);
}
MPI_Op op(Int handle) {
  return PMPI_Op_f2c(*handle);
}

void tell(MPI_Fint* error, int code) {
  if (error) *error = code;
}

}  // namespace

// A function by its names in mpif.h and `use mpi`, and in `use mpi_f08`.
#define COLLSIM_FORTRAN(name, parameters, call) \
  extern "C" void name##_ parameters {          \
    tell(error, call);                          \
  }                                             \
  extern "C" void name##_f08_ parameters __attribute__((alias(#name "_")));

COLLSIM_FORTRAN(mpi_init, (MPI_Fint * error), MPI_Init(nullptr, nullptr))
COLLSIM_FORTRAN(mpi_init_thread, (Int required, MPI_Fint* provided, MPI_Fint* error),
                MPI_Init_thread(nullptr, nullptr, *required, provided))
COLLSIM_FORTRAN(mpi_finalize, (MPI_Fint * error), MPI_Finalize())

COLLSIM_FORTRAN(mpi_barrier, (Int c, MPI_Fint* error), MPI_Barrier(comm(c)))
COLLSIM_FORTRAN(mpi_bcast, (void* data, Int n, Int t, Int root, Int c, MPI_Fint* error),
                MPI_Bcast(buffer(data), *n, type(t), *root, comm(c)))
COLLSIM_FORTRAN(mpi_allreduce, (void* send, void* recv, Int n, Int t, Int o, Int c, MPI_Fint* error),
                MPI_Allreduce(buffer(send), buffer(recv), *n, type(t), op(o), comm(c)))
COLLSIM_FORTRAN(mpi_scan, (void* send, void* recv, Int n, Int t, Int o, Int c, MPI_Fint* error),
                MPI_Scan(buffer(send), buffer(recv), *n, type(t), op(o), comm(c)))
COLLSIM_FORTRAN(mpi_exscan, (void* send, void* recv, Int n, Int t, Int o, Int c, MPI_Fint* error),
                MPI_Exscan(buffer(send), buffer(recv), *n, type(t), op(o), comm(c)))
COLLSIM_FORTRAN(mpi_reduce, (void* send, void* recv, Int n, Int t, Int o, Int root, Int c, MPI_Fint* error),
                MPI_Reduce(buffer(send), buffer(recv), *n, type(t), op(o), *root, comm(c)))
COLLSIM_FORTRAN(mpi_reduce_scatter, (void* send, void* recv, Int n, Int t, Int o, Int c, MPI_Fint* error),
                MPI_Reduce_scatter(buffer(send), buffer(recv), n, type(t), op(o), comm(c)))
COLLSIM_FORTRAN(mpi_reduce_scatter_block,
                (void* send, void* recv, Int n, Int t, Int o, Int c, MPI_Fint* error),
                MPI_Reduce_scatter_block(buffer(send), buffer(recv), *n, type(t), op(o), comm(c)))

COLLSIM_FORTRAN(mpi_allgather,
                (void* send, Int sn, Int st, void* recv, Int rn, Int rt, Int c, MPI_Fint* error),
                MPI_Allgather(buffer(send), *sn, type(st), buffer(recv), *rn, type(rt), comm(c)))
COLLSIM_FORTRAN(mpi_alltoall,
                (void* send, Int sn, Int st, void* recv, Int rn, Int rt, Int c, MPI_Fint* error),
                MPI_Alltoall(buffer(send), *sn, type(st), buffer(recv), *rn, type(rt), comm(c)))
COLLSIM_FORTRAN(mpi_gather,
                (void* send, Int sn, Int st, void* recv, Int rn, Int rt, Int root, Int c, MPI_Fint* error),
                MPI_Gather(buffer(send), *sn, type(st), buffer(recv), *rn, type(rt), *root, comm(c)))
COLLSIM_FORTRAN(mpi_scatter,
                (void* send, Int sn, Int st, void* recv, Int rn, Int rt, Int root, Int c, MPI_Fint* error),
                MPI_Scatter(buffer(send), *sn, type(st), buffer(recv), *rn, type(rt), *root, comm(c)))

COLLSIM_FORTRAN(mpi_allgatherv,
                (void* send, Int sn, Int st, void* recv, Int rn, Int at, Int rt, Int c, MPI_Fint* error),
                MPI_Allgatherv(buffer(send), *sn, type(st), buffer(recv), rn, at, type(rt), comm(c)))
COLLSIM_FORTRAN(mpi_gatherv,
                (void* send, Int sn, Int st, void* recv, Int rn, Int at, Int rt, Int root, Int c,
                 MPI_Fint* error),
                MPI_Gatherv(buffer(send), *sn, type(st), buffer(recv), rn, at, type(rt), *root, comm(c)))
COLLSIM_FORTRAN(mpi_scatterv,
                (void* send, Int sn, Int at, Int st, void* recv, Int rn, Int rt, Int root, Int c,
                 MPI_Fint* error),
                MPI_Scatterv(buffer(send), sn, at, type(st), buffer(recv), *rn, type(rt), *root, comm(c)))
COLLSIM_FORTRAN(mpi_alltoallv,
                (void* send, Int sn, Int sat, Int st, void* recv, Int rn, Int rat, Int rt, Int c,
                 MPI_Fint* error),
                MPI_Alltoallv(buffer(send), sn, sat, type(st), buffer(recv), rn, rat, type(rt), comm(c)))

/// MPI as the fast engine means it: the part of MPI that algorithms may use. What is not here does not compile.
///
/// Every name exists as MPI_X and PMPI_X. Collectives are not here on purpose, nor one-sided communication
/// beyond the memory that the ranks of a node share.
#pragma once

#include <cstddef>

namespace collsim::fast {
class Communicator;
class Datatype;
class Operator;
class Request;
class Window;
}  // namespace collsim::fast

using MPI_Comm = collsim::fast::Communicator*;
using MPI_Datatype = const collsim::fast::Datatype*;
using MPI_Op = const collsim::fast::Operator*;
using MPI_Request = collsim::fast::Request*;
using MPI_Win = collsim::fast::Window*;
using MPI_Info = const struct collsim_fast_info*;
using MPI_Errhandler = const struct collsim_fast_errhandler*;
using MPI_Aint = std::ptrdiff_t;
using MPI_Count = long long;
using MPI_User_function = void(void* in, void* inout, int* count, MPI_Datatype* type);

struct MPI_Status {
  int MPI_SOURCE, MPI_TAG, MPI_ERROR;
  MPI_Count bytes;
};

enum : int {
  MPI_SUCCESS = 0,
  MPI_ERR_BUFFER,
  MPI_ERR_COUNT,
  MPI_ERR_TYPE,
  MPI_ERR_TAG,
  MPI_ERR_COMM,
  MPI_ERR_RANK,
  MPI_ERR_OP,
  MPI_ERR_ARG,
  MPI_ERR_REQUEST,
  MPI_ERR_TRUNCATE,
  MPI_ERR_WIN,
  MPI_ERR_LASTCODE
};
enum : int { MPI_ANY_SOURCE = -1, MPI_ANY_TAG = -1, MPI_PROC_NULL = -2, MPI_UNDEFINED = -3 };
enum : int { MPI_COMM_TYPE_SHARED = 1, MPI_MODE_NOCHECK = 1, MPI_ORDER_C = 0, MPI_ORDER_FORTRAN = 1 };
enum : int { MPI_IDENT, MPI_CONGRUENT, MPI_SIMILAR, MPI_UNEQUAL };
enum : int { MPI_MAX_ERROR_STRING = 256, MPI_MAX_LIBRARY_VERSION_STRING = 256 };

inline void* const MPI_BOTTOM = nullptr;
inline void* const MPI_IN_PLACE = reinterpret_cast<void*>(-1);
inline MPI_Status* const MPI_STATUS_IGNORE = nullptr;
inline MPI_Status* const MPI_STATUSES_IGNORE = nullptr;
constexpr MPI_Comm MPI_COMM_NULL = nullptr;
constexpr MPI_Datatype MPI_DATATYPE_NULL = nullptr;
constexpr MPI_Op MPI_OP_NULL = nullptr;
constexpr MPI_Request MPI_REQUEST_NULL = nullptr;
constexpr MPI_Win MPI_WIN_NULL = nullptr;
constexpr MPI_Info MPI_INFO_NULL = nullptr;
/// The only error handler: calls return errors.
constexpr MPI_Errhandler MPI_ERRORS_RETURN = nullptr;

/// Each rank's own.
MPI_Comm collsim_fast_world();
MPI_Comm collsim_fast_self();
#define MPI_COMM_WORLD collsim_fast_world()
#define MPI_COMM_SELF collsim_fast_self()

extern const MPI_Datatype MPI_BYTE, MPI_PACKED, MPI_CHAR, MPI_SIGNED_CHAR, MPI_UNSIGNED_CHAR, MPI_SHORT,
    MPI_UNSIGNED_SHORT, MPI_INT, MPI_UNSIGNED, MPI_LONG, MPI_UNSIGNED_LONG, MPI_LONG_LONG,
    MPI_UNSIGNED_LONG_LONG, MPI_FLOAT, MPI_DOUBLE, MPI_LONG_DOUBLE, MPI_INT8_T, MPI_INT16_T, MPI_INT32_T,
    MPI_INT64_T, MPI_UINT8_T, MPI_UINT16_T, MPI_UINT32_T, MPI_UINT64_T, MPI_AINT, MPI_COUNT, MPI_CXX_BOOL,
    MPI_FLOAT_INT, MPI_DOUBLE_INT, MPI_LONG_INT, MPI_2INT, MPI_SHORT_INT;
extern const MPI_Op MPI_SUM, MPI_PROD, MPI_MAX, MPI_MIN, MPI_MAXLOC, MPI_MINLOC, MPI_LAND, MPI_LOR, MPI_LXOR,
    MPI_BAND, MPI_BOR, MPI_BXOR;

// Communicators.
int PMPI_Comm_rank(MPI_Comm comm, int* rank);
int PMPI_Comm_size(MPI_Comm comm, int* size);
int PMPI_Comm_dup(MPI_Comm comm, MPI_Comm* copy);
int PMPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm* part);
int PMPI_Comm_split_type(MPI_Comm comm, int type, int key, MPI_Info info, MPI_Comm* part);
int PMPI_Comm_free(MPI_Comm* comm);
int PMPI_Comm_set_errhandler(MPI_Comm comm, MPI_Errhandler handler);
int PMPI_Comm_compare(MPI_Comm one, MPI_Comm other, int* result);
int PMPI_Error_string(int code, char* text, int* length);
int PMPI_Get_library_version(char* text, int* length);

// Point-to-point.
int PMPI_Send(const void* data, int count, MPI_Datatype type, int destination, int tag, MPI_Comm comm);
int PMPI_Ssend(const void* data, int count, MPI_Datatype type, int destination, int tag, MPI_Comm comm);
int PMPI_Recv(void* data, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
              MPI_Status* status);
int PMPI_Sendrecv(const void* out, int out_count, MPI_Datatype out_type, int destination, int out_tag,
                  void* in, int in_count, MPI_Datatype in_type, int source, int in_tag, MPI_Comm comm,
                  MPI_Status* status);
int PMPI_Sendrecv_replace(void* data, int count, MPI_Datatype type, int destination, int out_tag, int source,
                          int in_tag, MPI_Comm comm, MPI_Status* status);
int PMPI_Isend(const void* data, int count, MPI_Datatype type, int destination, int tag, MPI_Comm comm,
               MPI_Request* request);
int PMPI_Issend(const void* data, int count, MPI_Datatype type, int destination, int tag, MPI_Comm comm,
                MPI_Request* request);
int PMPI_Irecv(void* data, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
               MPI_Request* request);
int PMPI_Send_init(const void* data, int count, MPI_Datatype type, int destination, int tag, MPI_Comm comm,
                   MPI_Request* request);
int PMPI_Recv_init(void* data, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
                   MPI_Request* request);
int PMPI_Start(MPI_Request* request);
int PMPI_Startall(int count, MPI_Request* requests);
int PMPI_Request_free(MPI_Request* request);
int PMPI_Wait(MPI_Request* request, MPI_Status* status);
int PMPI_Waitall(int count, MPI_Request* requests, MPI_Status* statuses);
int PMPI_Waitany(int count, MPI_Request* requests, int* index, MPI_Status* status);
int PMPI_Waitsome(int count, MPI_Request* requests, int* done, int* indices, MPI_Status* statuses);
int PMPI_Test(MPI_Request* request, int* flag, MPI_Status* status);
int PMPI_Testall(int count, MPI_Request* requests, int* flag, MPI_Status* statuses);
int PMPI_Testany(int count, MPI_Request* requests, int* index, int* flag, MPI_Status* status);
int PMPI_Probe(int source, int tag, MPI_Comm comm, MPI_Status* status);
int PMPI_Iprobe(int source, int tag, MPI_Comm comm, int* flag, MPI_Status* status);
int PMPI_Get_count(const MPI_Status* status, MPI_Datatype type, int* count);
double PMPI_Wtime();

// Datatypes.
int PMPI_Type_contiguous(int count, MPI_Datatype old, MPI_Datatype* type);
int PMPI_Type_vector(int count, int length, int stride, MPI_Datatype old, MPI_Datatype* type);
int PMPI_Type_create_hvector(int count, int length, MPI_Aint stride, MPI_Datatype old, MPI_Datatype* type);
int PMPI_Type_indexed(int count, const int* lengths, const int* displacements, MPI_Datatype old,
                      MPI_Datatype* type);
int PMPI_Type_create_hindexed(int count, const int* lengths, const MPI_Aint* displacements, MPI_Datatype old,
                              MPI_Datatype* type);
int PMPI_Type_create_indexed_block(int count, int length, const int* displacements, MPI_Datatype old,
                                   MPI_Datatype* type);
int PMPI_Type_create_struct(int count, const int* lengths, const MPI_Aint* displacements,
                            const MPI_Datatype* olds, MPI_Datatype* type);
int PMPI_Type_create_resized(MPI_Datatype old, MPI_Aint lower_bound, MPI_Aint extent, MPI_Datatype* type);
int PMPI_Type_dup(MPI_Datatype old, MPI_Datatype* type);
int PMPI_Type_commit(MPI_Datatype* type);
int PMPI_Type_free(MPI_Datatype* type);
int PMPI_Type_size(MPI_Datatype type, int* bytes);
int PMPI_Type_size_x(MPI_Datatype type, MPI_Count* bytes);
int PMPI_Type_get_extent(MPI_Datatype type, MPI_Aint* lower_bound, MPI_Aint* extent);
int PMPI_Type_get_true_extent(MPI_Datatype type, MPI_Aint* lower_bound, MPI_Aint* extent);
int PMPI_Get_address(const void* location, MPI_Aint* address);
int PMPI_Pack_size(int count, MPI_Datatype type, MPI_Comm comm, int* bytes);
int PMPI_Pack(const void* in, int count, MPI_Datatype type, void* out, int out_bytes, int* position,
              MPI_Comm comm);
int PMPI_Unpack(const void* in, int in_bytes, int* position, void* out, int count, MPI_Datatype type,
                MPI_Comm comm);

// Operators.
int PMPI_Op_create(MPI_User_function* function, int commutes, MPI_Op* op);
int PMPI_Op_free(MPI_Op* op);
int PMPI_Op_commutative(MPI_Op op, int* commutes);
int PMPI_Reduce_local(const void* in, void* inout, int count, MPI_Datatype type, MPI_Op op);

// Memory that the ranks of a node share.
int PMPI_Win_allocate_shared(MPI_Aint bytes, int unit, MPI_Info info, MPI_Comm comm, void* base,
                             MPI_Win* window);
int PMPI_Win_shared_query(MPI_Win window, int rank, MPI_Aint* bytes, int* unit, void* base);
int PMPI_Win_lock_all(int assert, MPI_Win window);
int PMPI_Win_unlock_all(MPI_Win window);
int PMPI_Win_sync(MPI_Win window);
int PMPI_Win_free(MPI_Win* window);

// The same under the names that programs call.
#define MPI_Comm_rank PMPI_Comm_rank
#define MPI_Comm_size PMPI_Comm_size
#define MPI_Comm_dup PMPI_Comm_dup
#define MPI_Comm_split PMPI_Comm_split
#define MPI_Comm_split_type PMPI_Comm_split_type
#define MPI_Comm_free PMPI_Comm_free
#define MPI_Comm_set_errhandler PMPI_Comm_set_errhandler
#define MPI_Comm_compare PMPI_Comm_compare
#define MPI_Error_string PMPI_Error_string
#define MPI_Get_library_version PMPI_Get_library_version
#define MPI_Send PMPI_Send
#define MPI_Ssend PMPI_Ssend
#define MPI_Recv PMPI_Recv
#define MPI_Sendrecv PMPI_Sendrecv
#define MPI_Sendrecv_replace PMPI_Sendrecv_replace
#define MPI_Isend PMPI_Isend
#define MPI_Issend PMPI_Issend
#define MPI_Irecv PMPI_Irecv
#define MPI_Send_init PMPI_Send_init
#define MPI_Recv_init PMPI_Recv_init
#define MPI_Start PMPI_Start
#define MPI_Startall PMPI_Startall
#define MPI_Request_free PMPI_Request_free
#define MPI_Wait PMPI_Wait
#define MPI_Waitall PMPI_Waitall
#define MPI_Waitany PMPI_Waitany
#define MPI_Waitsome PMPI_Waitsome
#define MPI_Test PMPI_Test
#define MPI_Testall PMPI_Testall
#define MPI_Testany PMPI_Testany
#define MPI_Probe PMPI_Probe
#define MPI_Iprobe PMPI_Iprobe
#define MPI_Get_count PMPI_Get_count
#define MPI_Wtime PMPI_Wtime
#define MPI_Type_contiguous PMPI_Type_contiguous
#define MPI_Type_vector PMPI_Type_vector
#define MPI_Type_create_hvector PMPI_Type_create_hvector
#define MPI_Type_indexed PMPI_Type_indexed
#define MPI_Type_create_hindexed PMPI_Type_create_hindexed
#define MPI_Type_create_indexed_block PMPI_Type_create_indexed_block
#define MPI_Type_create_struct PMPI_Type_create_struct
#define MPI_Type_create_resized PMPI_Type_create_resized
#define MPI_Type_dup PMPI_Type_dup
#define MPI_Type_commit PMPI_Type_commit
#define MPI_Type_free PMPI_Type_free
#define MPI_Type_size PMPI_Type_size
#define MPI_Type_size_x PMPI_Type_size_x
#define MPI_Type_get_extent PMPI_Type_get_extent
#define MPI_Type_get_true_extent PMPI_Type_get_true_extent
#define MPI_Get_address PMPI_Get_address
#define MPI_Pack_size PMPI_Pack_size
#define MPI_Pack PMPI_Pack
#define MPI_Unpack PMPI_Unpack
#define MPI_Op_create PMPI_Op_create
#define MPI_Op_free PMPI_Op_free
#define MPI_Op_commutative PMPI_Op_commutative
#define MPI_Reduce_local PMPI_Reduce_local
#define MPI_Win_allocate_shared PMPI_Win_allocate_shared
#define MPI_Win_shared_query PMPI_Win_shared_query
#define MPI_Win_lock_all PMPI_Win_lock_all
#define MPI_Win_unlock_all PMPI_Win_unlock_all
#define MPI_Win_sync PMPI_Win_sync
#define MPI_Win_free PMPI_Win_free

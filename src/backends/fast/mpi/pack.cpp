#include "backends/fast/mpi/pack.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

namespace collsim::fast {
namespace {

/// A walk through the blocks of a vector. By number: where offsets are addresses, the vector is at null.
class Cursor {
 public:
  Cursor(const void* vector, const Datatype& type)
      : type_(&type), element_(reinterpret_cast<std::intptr_t>(vector)) {
    enter(0);
  }

  std::byte* here() const { return reinterpret_cast<std::byte*>(element_ + offset_); }
  std::int64_t left_in_block() const { return left_; }

  void advance(std::int64_t bytes) {
    offset_ += bytes;
    left_ -= bytes;
    if (left_ > 0) return;
    const bool last = block_ + 1 == type_->blocks().size();
    if (last) element_ += type_->extent();
    enter(last ? 0 : block_ + 1);
  }

 private:
  void enter(std::size_t block) {
    block_ = block;
    offset_ = type_->blocks()[block].offset;
    left_ = type_->contiguous() ? std::numeric_limits<std::int64_t>::max() : type_->blocks()[block].bytes;
  }

  const Datatype* type_;
  std::intptr_t element_;
  std::size_t block_ = 0;
  std::int64_t offset_ = 0;
  std::int64_t left_ = 0;
};

}  // namespace

bool lacks_buffer(const void* data, std::int64_t count, const Datatype& type) {
  return count > 0 && type.size() > 0 && (data == MPI_IN_PLACE || (!data && type.contiguous()));
}

void copy_elements(const void* from, std::int64_t count, const Datatype& from_type, void* to,
                   const Datatype& to_type) {
  std::int64_t left = count * from_type.size();
  if (left == 0) return;
  Cursor source(from, from_type);
  Cursor target(to, to_type);
  while (left > 0) {
    const std::int64_t bytes = std::min({left, source.left_in_block(), target.left_in_block()});
    std::memcpy(target.here(), source.here(), static_cast<std::size_t>(bytes));
    source.advance(bytes);
    target.advance(bytes);
    left -= bytes;
  }
}

std::vector<std::byte> pack(const void* from, std::int64_t count, const Datatype& type) {
  std::vector<std::byte> packed(static_cast<std::size_t>(count * type.size()));
  copy_elements(from, count, type, packed.data(), *MPI_BYTE);
  return packed;
}

void unpack(std::span<const std::byte> packed, void* to, const Datatype& type) {
  copy_elements(packed.data(), std::ssize(packed), *MPI_BYTE, to, type);
}

}  // namespace collsim::fast

using collsim::fast::copy_elements;
using collsim::fast::lacks_buffer;

namespace {

/// What an int cannot hold is MPI_UNDEFINED.
int as_int(std::int64_t number) {
  return number > std::numeric_limits<int>::max() ? MPI_UNDEFINED : static_cast<int>(number);
}

/// Why `count` elements cannot go to or from `packed` at `position`; MPI_SUCCESS: they can.
int pack_error(const void* data, int count, MPI_Datatype type, const void* packed, int packed_bytes,
               const int* position, MPI_Comm comm) {
  if (!comm) return MPI_ERR_COMM;
  if (count < 0) return MPI_ERR_COUNT;
  if (!type || !type->committed()) return MPI_ERR_TYPE;
  if (!position || *position < 0 || packed_bytes < *position) return MPI_ERR_ARG;
  if (type->size() > 0 && count > (packed_bytes - *position) / type->size()) return MPI_ERR_TRUNCATE;
  if (lacks_buffer(data, count, *type) || lacks_buffer(packed, count * type->size(), *MPI_BYTE))
    return MPI_ERR_BUFFER;
  return MPI_SUCCESS;
}

}  // namespace

int PMPI_Pack_size(int count, MPI_Datatype type, MPI_Comm comm, int* bytes) {
  if (!comm) return MPI_ERR_COMM;
  if (count < 0) return MPI_ERR_COUNT;
  if (!type) return MPI_ERR_TYPE;
  if (!bytes) return MPI_ERR_ARG;
  std::int64_t all = 0;
  *bytes = __builtin_mul_overflow(type->size(), count, &all) ? MPI_UNDEFINED : as_int(all);
  return MPI_SUCCESS;
}

int PMPI_Pack(const void* in, int count, MPI_Datatype type, void* out, int out_bytes, int* position,
              MPI_Comm comm) {
  if (const int error = pack_error(in, count, type, out, out_bytes, position, comm)) return error;
  copy_elements(in, count, *type, static_cast<std::byte*>(out) + *position, *MPI_BYTE);
  *position += static_cast<int>(count * type->size());
  return MPI_SUCCESS;
}

int PMPI_Unpack(const void* in, int in_bytes, int* position, void* out, int count, MPI_Datatype type,
                MPI_Comm comm) {
  if (const int error = pack_error(out, count, type, in, in_bytes, position, comm)) return error;
  const std::int64_t bytes = count * type->size();
  copy_elements(static_cast<const std::byte*>(in) + *position, bytes, *MPI_BYTE, out, *type);
  *position += static_cast<int>(bytes);
  return MPI_SUCCESS;
}

int PMPI_Get_count(const MPI_Status* status, MPI_Datatype type, int* count) {
  if (!type) return MPI_ERR_TYPE;
  if (!status || !count) return MPI_ERR_ARG;
  if (status->bytes == 0) {
    *count = 0;
  } else if (type->size() == 0 || status->bytes % type->size() != 0) {
    *count = MPI_UNDEFINED;
  } else {
    *count = as_int(status->bytes / type->size());
  }
  return MPI_SUCCESS;
}

int PMPI_Get_address(const void* location, MPI_Aint* address) {
  if (!address) return MPI_ERR_ARG;
  *address = reinterpret_cast<MPI_Aint>(location);
  return MPI_SUCCESS;
}

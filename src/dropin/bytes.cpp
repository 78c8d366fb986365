#include "dropin/bytes.hpp"

#include "dropin/dropin.hpp"
#include "dropin/types.hpp"

namespace collsim {
namespace {

bool without_holes(MPI_Datatype type) {
  MPI_Aint lower_bound = 0, extent = 0, true_lower_bound = 0, true_extent = 0;
  check_mpi(PMPI_Type_get_extent(type, &lower_bound, &extent), "MPI_Type_get_extent");
  check_mpi(PMPI_Type_get_true_extent(type, &true_lower_bound, &true_extent), "MPI_Type_get_true_extent");
  return lower_bound == 0 && true_lower_bound == 0 && extent == true_extent && extent == size_of(type);
}

/// Whether packing would change nothing. Bounds alone do not tell: an indexed type can name its elements in
/// any order.
bool lies_as_packed(MPI_Datatype type) {
  const int combiner = combiner_of(type);
  if (combiner == MPI_COMBINER_NAMED) return without_holes(type);
  if (combiner != MPI_COMBINER_CONTIGUOUS && combiner != MPI_COMBINER_DUP) return false;
  MPI_Datatype inner = inner_of(type);
  const bool lies = lies_as_packed(inner) && without_holes(type);
  if (combiner_of(inner) != MPI_COMBINER_NAMED) check_mpi(PMPI_Type_free(&inner), "MPI_Type_free");
  return lies;
}

}  // namespace

std::vector<BufferBlock> equal_blocks(int number, std::int64_t count) {
  std::vector<BufferBlock> blocks;
  for (int i = 0; i < number; ++i) blocks.push_back({times(i, count), count});
  return blocks;
}

Bytes::Bytes(const void* buffer, MPI_Datatype type, std::vector<BufferBlock> blocks, MPI_Comm self)
    : buffer_(const_cast<void*>(buffer)),
      type_(type),
      blocks_(std::move(blocks)),
      self_(self),
      lies_(buffer == MPI_IN_PLACE || lies_as_packed(type)) {
  if (buffer == MPI_IN_PLACE) return;
  const std::int64_t size = size_of(type);
  std::int64_t packed = 0;
  for (const BufferBlock& block : blocks_) {
    const int bytes = mpi_count(times(block.count, size));
    counts_.push_back(bytes);
    displacements_.push_back(lies_ ? block.at * size : packed);
    packed += bytes;
  }
  if (!lies_) packed_.resize(static_cast<std::size_t>(packed));
}

void* Bytes::place(const BufferBlock& block) const {
  if (block.at == 0) return buffer_;
  const MPI_Aint base = buffer_ == MPI_BOTTOM ? 0 : reinterpret_cast<MPI_Aint>(buffer_);
  return reinterpret_cast<void*>(base + block.at * layout_of(type_).extent);
}

void Bytes::load(int index) {
  const auto i = static_cast<std::size_t>(index);
  if (lies_ || counts_[i] == 0) return;
  int position = 0;
  check_mpi(PMPI_Pack(place(blocks_[i]), mpi_count(blocks_[i].count), type_,
                      packed_.data() + displacements_[i], counts_[i], &position, self_),
            "MPI_Pack");
}

void Bytes::load() {
  for (int i = 0; i < static_cast<int>(blocks_.size()); ++i) load(i);
}

void Bytes::store() {
  if (lies_) return;
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    if (counts_[i] == 0) continue;
    int position = 0;
    check_mpi(PMPI_Unpack(packed_.data() + displacements_[i], counts_[i], &position, place(blocks_[i]),
                          mpi_count(blocks_[i].count), type_, self_),
              "MPI_Unpack");
  }
}

Anchored::Anchored(Comm& ranks, const void* buffer, std::int64_t count, MPI_Datatype type,
                   const Dropin& dropin)
    : buffer_(const_cast<void*>(buffer)), count_(mpi_count(count)), type_(type), dropin_(dropin) {
  if (buffer == MPI_BOTTOM && count > 0) memory_.reset(new Scratch(ranks.scratch(count, abi_type(type))));
}

void Anchored::load() {
  if (memory_) copy(buffer_, memory_->data());
}

void Anchored::store() {
  if (memory_) copy(memory_->data(), buffer_);
}

/// MPI alone knows where a vector at MPI_BOTTOM lies.
void Anchored::copy(const void* from, void* to) {
  const auto send = [&](MPI_Comm self) {
    return PMPI_Sendrecv(from, count_, type_, 0, 0, to, count_, type_, 0, 0, self, MPI_STATUS_IGNORE);
  };
  check_mpi(dropin_.alone(send), "MPI_Sendrecv");
}

}  // namespace collsim

#include <gtest/gtest.h>

#include <functional>

#include "algorithms/comm.hpp"
#include "tests/portfolio/world.hpp"
#include "transports/mpi_transport.hpp"

namespace collsim {
namespace {

/// The numbers of a type, which is freed.
std::vector<std::int64_t> numbers_of(MPI_Datatype type,
                                     const std::function<std::vector<std::int64_t>()>& numbers) {
  MPI_Type_commit(&type);
  const std::vector<std::int64_t> found = numbers();
  MPI_Type_free(&type);
  return found;
}

/// What differs on a rank, with the name of what was asked.
void expect(std::string& wrong, const std::string& name, const std::vector<std::int64_t>& found,
            const std::vector<std::int64_t>& right) {
  if (found == right) return;
  wrong += name + ":";
  for (const std::int64_t number : found) wrong += " " + std::to_string(number);
  wrong += "; ";
}

/// A number of each of two rows of a matrix with five columns, resized to one number.
MPI_Datatype column() {
  MPI_Datatype whole = MPI_DATATYPE_NULL, resized = MPI_DATATYPE_NULL;
  MPI_Type_vector(2, 1, 5, MPI_INT, &whole);
  MPI_Type_create_resized(whole, 0, sizeof(int), &resized);
  MPI_Type_free(&whole);
  return resized;
}

/// The type that `make` makes of another one, which is freed.
template <class Make>
MPI_Datatype of(MPI_Datatype inner, const Make& make) {
  MPI_Datatype made = MPI_DATATYPE_NULL;
  make(inner, &made);
  if (inner != MPI_INT) MPI_Type_free(&inner);
  return made;
}

/// Where the first element's data begin, how far those of one reach, and those of three.
void expect_room(std::string& wrong, const std::string& name, MPI_Datatype type,
                 const std::vector<std::int64_t>& right) {
  const auto found = numbers_of(type, [type]() -> std::vector<std::int64_t> {
    MpiTransport transport(MPI_COMM_SELF);
    Comm comm(transport);
    const Extent one = comm.room(1, abi_type(type));
    const auto bytes = [&](int count) {
      return static_cast<std::int64_t>(comm.room(count, abi_type(type)).bytes);
    };
    return {one.lower_bound, bytes(1), bytes(3)};
  });
  expect(wrong, name, found, right);
}

constexpr int lengths[] = {1, 2}, places[] = {-3, 5};
constexpr MPI_Aint offsets[] = {-8, 20}, before[] = {-20};

TEST(Room, IsWhatElementsReach) {
  const std::string words = testing::on_ranks(1, [](testing::Rank) {
    std::string wrong;
    const auto room = [&](const std::string& name, MPI_Datatype inner, const auto& make,
                          const std::vector<std::int64_t>& right) {
      expect_room(wrong, name, of(inner, make), right);
    };
    room("contiguous", MPI_INT, [](auto in, auto* out) { MPI_Type_contiguous(3, in, out); }, {0, 12, 36});
    room("none", MPI_INT, [](auto in, auto* out) { MPI_Type_contiguous(0, in, out); }, {0, 0, 0});
    room("vector", MPI_INT, [](auto in, auto* out) { MPI_Type_vector(2, 1, 5, in, out); }, {0, 24, 72});
    room("vector of none", MPI_INT, [](auto in, auto* out) { MPI_Type_vector(0, 1, 5, in, out); }, {0, 0, 0});
    room("blocks", MPI_INT, [](auto in, auto* out) { MPI_Type_vector(3, 2, 4, in, out); }, {0, 40, 120});
    room("bytes apart", MPI_INT, [](auto in, auto* out) { MPI_Type_create_hvector(3, 1, 12, in, out); },
         {0, 28, 84});
    room("indexed", MPI_INT, [](auto in, auto* out) { MPI_Type_indexed(2, lengths, places, in, out); },
         {-12, 40, 120});
    room("at bytes", MPI_INT,
         [](auto in, auto* out) { MPI_Type_create_hindexed(2, lengths, offsets, in, out); }, {-8, 36, 108});
    room("copy", column(), [](auto in, auto* out) { MPI_Type_dup(in, out); }, {0, 24, 32});
    room("columns", column(), [](auto in, auto* out) { MPI_Type_contiguous(2, in, out); }, {0, 28, 44});
    room("every third column", column(), [](auto in, auto* out) { MPI_Type_vector(2, 1, 3, in, out); },
         {0, 36, 68});
    room("columns before", column(),
         [](auto in, auto* out) { MPI_Type_create_hindexed(1, lengths, before, in, out); }, {-20, 24, 32});
    room("backwards", MPI_INT, [](auto in, auto* out) { MPI_Type_create_resized(in, 0, -4, out); },
         {0, 4, 12});
    return wrong;
  });
  EXPECT_EQ(words, "");
}

TEST(Room, IsThatOfAllPartsOfAStructure) {
  const std::string words = testing::on_ranks(1, [](testing::Rank) {
    std::string wrong;
    MPI_Datatype structure = MPI_DATATYPE_NULL;
    const MPI_Datatype types[] = {MPI_DOUBLE, MPI_INT};
    MPI_Type_create_struct(2, lengths, offsets, types, &structure);
    const MPI_Datatype whole =
        of(structure, [](auto in, auto* out) { MPI_Type_create_resized(in, 0, 8, out); });
    expect_room(wrong, "structure", whole, {-8, 36, 52});
    return wrong;
  });
  EXPECT_EQ(words, "");
}

/// Bytes from one vector to the next, and of all.
std::vector<std::int64_t> layout(int number, int length, MPI_Datatype type) {
  const Vectors vectors(number, length, layout_of(type));
  std::byte memory[1] = {};
  const auto place = [&](void* at) { return static_cast<std::byte*>(at) - memory; };
  return {place(vectors.element_at(memory, 1)) - place(vectors.element_at(memory, 0)),
          vectors.room().lower_bound, static_cast<std::int64_t>(vectors.room().bytes)};
}

TEST(Vectors, LieApartHoweverFarElementsReach) {
  const std::string words = testing::on_ranks(1, [](testing::Rank) {
    std::string wrong;
    expect(wrong, "numbers", layout(3, 5, MPI_INT), {20, 0, 60});
    expect(wrong, "no vectors", layout(0, 5, MPI_INT), {20, 0, 0});
    expect(wrong, "empty vectors", layout(3, 0, MPI_INT), {0, 0, 0});
    const MPI_Datatype reaching = column(),
                       backwards =
                           of(MPI_INT, [](auto in, auto*out) { MPI_Type_create_resized(in, 0, -4, out); });
    expect(wrong, "columns", numbers_of(reaching, [&] { return layout(3, 4, reaching); }), {48, 0, 132});
    expect(wrong, "backwards", numbers_of(backwards, [&] { return layout(3, 5, backwards); }), {32, -16, 84});
    return wrong;
  });
  EXPECT_EQ(words, "");
}

}  // namespace
}  // namespace collsim

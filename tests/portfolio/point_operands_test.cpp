#include <gtest/gtest.h>

#include <algorithm>
#include <span>

#include "algorithms/facts/operand.hpp"
#include "backends/trial/data.hpp"
#include "tests/portfolio/world.hpp"

namespace collsim {
namespace {

/// What goes wrong with these.
using Body = std::string (*)(Transport& transport, const Operands& operands, const TypeInfo& type,
                             const OpInfo& op);

/// What goes wrong with some type and operator, each with each that it suits, on one rank.
std::string of_all(Body body) {
  return testing::on_ranks(1, [body](testing::Rank rank) {
    std::string wrong;
    for (const TypeInfo& type : operand_types())
      for (const OpInfo& op : operand_ops())
        if (why_unsuited(op, type).empty())
          if (const std::string what =
                  body(rank.transport, Operands(type.name, op.name, testing::handles), type, op);
              !what.empty())
            wrong += op.name + " on " + type.name + ": " + what + "; ";
    return wrong;
  });
}

/// The bytes that travel are those of the table, whatever the MPI library makes of padding.
TEST(PointOperands, HaveTheSizeThatIsStated) {
  EXPECT_EQ(of_all([](Transport& transport, const Operands& operands, const TypeInfo& type,
                      const OpInfo&) -> std::string {
              const std::int64_t bytes = transport.size_of(operands.type());
              return bytes == type.size ? ""
                                        : std::to_string(bytes) + " bytes, not " + std::to_string(type.size);
            }),
            "");
}

TEST(PointOperands, CommuteForTheLibraryWhereTheyDo) {
  EXPECT_EQ(of_all([](Transport& transport, const Operands& operands, const TypeInfo&,
                      const OpInfo& op) -> std::string {
              return transport.commutes(operands.op()) == op.commutative ? "" : "not as stated";
            }),
            "");
}

TEST(PointOperands, CombineToWhatIsExpected) {
  EXPECT_EQ(of_all([](Transport& transport, const Operands& operands, const TypeInfo&,
                      const OpInfo&) -> std::string {
              constexpr int count = 100;
              const auto bytes = static_cast<std::size_t>(count * transport.layout(operands.type()).extent);
              std::vector<std::byte> left(bytes), right(bytes);
              operands.fill(left.data(), count, 0);
              operands.fill(right.data(), count, 1);
              transport.combine(left.data(), right.data(), count, operands.type(), operands.op());
              const std::int64_t wrong = operands.first_wrong(right.data(), {0, count, 0, 1, 0});
              return wrong < 0 ? "" : "element " + std::to_string(wrong) + " is wrong";
            }),
            "");
}

TEST(PointOperands, SayWhichElementOfAPartIsWrong) {
  EXPECT_EQ(of_all([](Transport& transport, const Operands& operands, const TypeInfo&,
                      const OpInfo&) -> std::string {
              constexpr int count = 10, at = 3, wrong = 7;
              const auto extent = static_cast<std::size_t>(transport.layout(operands.type()).extent);
              std::vector<std::byte> vector(count * extent);
              operands.fill(vector.data(), count, 0);
              std::ranges::fill(std::span(vector).subspan(wrong * extent, extent), std::byte{0x5A});
              const std::int64_t found = operands.first_wrong(vector.data(), {at, count - at, 0, 0, at});
              return found == wrong ? "" : "element " + std::to_string(found) + " is said to be wrong";
            }),
            "");
}

TEST(PointOperands, RefuseAnOperatorThatDoesNotSuitTheType) {
  const auto body = [](testing::Rank) -> std::string {
    try {
      const Operands operands("double_int", "sum", testing::handles);
    } catch (const Error& error) {
      return error.what();
    }
    return "taken";
  };
  const std::string refused = "rank 0: operator 'sum' takes a type of single numbers, not 'double_int'\n";
  const std::string words = testing::on_ranks(1, body);
  EXPECT_TRUE(words == refused || words.empty()) << words;  // native: on rank 0 only
}

}  // namespace
}  // namespace collsim

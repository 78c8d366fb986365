#include "support/range.hpp"

#include <gmock/gmock.h>

#include "support/error.hpp"

namespace collsim {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;
using ::testing::ThrowsMessage;

std::vector<std::int64_t> values(const std::string& text) {
  std::vector<std::int64_t> all;
  for (const auto& size : parse_sizes(text)) all.push_back(size.value);
  return all;
}

std::string complaint(const std::string& text) {
  try {
    parse_sizes(text);
  } catch (const Error& error) {
    return error.what();
  }
  return "none";
}

using Values = std::vector<std::int64_t>;

TEST(Range, SuffixesAreBinary) {
  EXPECT_EQ(values("7"), Values({7}));
  EXPECT_EQ(values("1K, 3M,1G"), Values({1024, 3 * 1048576, 1073741824}));
}

TEST(Range, BytesAreReadAsTheyArePrinted) {
  const auto bytes = [](const char* text) { return parse_size(text, Of::bytes); };
  for (const char* text : {"8K", "8Ki", "8KiB", "8 KiB", " 8 KiB ", "8192 B", "8192B", "8192", "0.0078125M"})
    EXPECT_EQ(bytes(text), 8192) << text;
  EXPECT_EQ(parse_sizes("8 KiB..32KiB:x2, 1.5 MiB", Of::bytes).back().value, 3 << 19);
  EXPECT_EQ(values("2Ki"), Values({2048})) << "of ranks, too";
  EXPECT_EQ(complaint("8KiB"), "'8KiB' is not a size; right would be a whole number such as 8, 64K or 16M");
  for (const auto& [text, reason] :
       {std::pair("8KB",
                  "'8KB' is not a size; right would be a whole number such as 8, 64K or 16M, or 64 KiB"),
        {"8k", "'8k' is not a size"},
        {"8 iB", "'8 iB' is not a size"},
        {"inf", "'inf' is not a size"},
        {"97.7 KiB", "'97.7 KiB' is no whole number; right would be 100044 or 100045"},
        {"4611686018427387904", "'4611686018427387904' is too large"}})
    EXPECT_THAT([&text = text] { parse_size(text, Of::bytes); }, ThrowsMessage<Error>(StartsWith(reason)));
  EXPECT_EQ(bytes("4611686018427387903"), largest_size);
}

TEST(Interval, EndsMayBeLeftOut) {
  const Interval all{1, 100'000};
  EXPECT_EQ(parse_interval("8", all), (Interval{8, 8}));
  EXPECT_EQ(parse_interval("8 .. 64K", all), (Interval{8, 65536}));
  EXPECT_EQ(parse_interval("..8", all), (Interval{1, 8}));
  EXPECT_EQ(parse_interval("8..", all), (Interval{8, 100'000}));
  const std::vector<std::pair<const char*, const char*>> mistakes = {
      {"", "'' has neither first nor last"},
      {"..", "'..' has neither first nor last"},
      {"9..8", "'9..8' ends before it starts"},
      {"0..8", "'0..8' is out of range; right would be 1 to 100000"},
      {"8..100001", "'8..100001' is out of range"},
      {"0", "'0' is out of range"},
      {"8..64:x2", "'64:x2' is not a size"}};
  for (const auto& mistake : mistakes)
    EXPECT_THAT([&] { parse_interval(mistake.first, all); },
                ThrowsMessage<Error>(StartsWith(mistake.second)));
}

TEST(Range, FactorIncludesTheEndIfMet) {
  EXPECT_EQ(values("2..64:x2"), Values({2, 4, 8, 16, 32, 64}));
  EXPECT_EQ(values("2..63:x2"), Values({2, 4, 8, 16, 32}));
  EXPECT_EQ(values("8..16M:x4").back(), 8388608);
  EXPECT_EQ(values("5..5:x2"), Values({5}));
}

TEST(Range, FractionalFactorRoundsAndDropsRepetitions) {
  // 1, 1.5, 2.25, 3.375, 5.06, 7.59
  EXPECT_EQ(values("1..8:x1.5"), Values({1, 2, 3, 5, 8}));
  // 1.1^i rounded: 1 for i <= 4, 2 for i <= 9, 3 for i <= 13
  EXPECT_EQ(values("1..3:x1.1"), Values({1, 2, 3}));
}

TEST(Range, StepAdds) {
  EXPECT_EQ(values("0..7:+3"), Values({0, 3, 6}));
  EXPECT_EQ(values("0..6:+3"), Values({0, 3, 6}));
  EXPECT_EQ(values("1K..3K:+1K"), Values({1024, 2048, 3072}));
}

TEST(Range, WithoutAStepThereAreBothEndsAndPowersOfTwo) {
  EXPECT_EQ(values("64..512"), Values({64, 128, 256, 512}));
  EXPECT_EQ(values("48..600"), Values({48, 64, 128, 256, 512, 600}));
  EXPECT_EQ(values("0..3"), Values({0, 1, 2, 3}));
  EXPECT_EQ(values("5..5"), Values({5}));
  EXPECT_FALSE(parse_sizes("5..9").front().exact);
}

TEST(Range, OnlyWrittenValuesAreExact) {
  const auto sizes = parse_sizes("12,8..16:x2");
  EXPECT_TRUE(sizes[0].exact);
  EXPECT_FALSE(sizes[1].exact);
}

TEST(Range, BadTextSaysWhatWouldBeRight) {
  for (const std::string text : {"", "x", "-1", "8Q", "8KB", "1,,2", "9999999999999999999", "9999999999G"})
    EXPECT_THAT(complaint(text), HasSubstr("right would be a")) << text << ": " << complaint(text);
  EXPECT_THAT(complaint("2..8:"), HasSubstr("names no step"));
  EXPECT_THAT(complaint("8..2:x2"), HasSubstr("ends before it starts"));
  EXPECT_THAT(complaint("8..2"), HasSubstr("ends before it starts"));
  EXPECT_THAT(complaint("2..8:x1"), HasSubstr("above 1"));
  EXPECT_THAT(complaint("2..8:xnan"), HasSubstr("above 1"));
  EXPECT_THAT(complaint("2..8:+0"), HasSubstr("not above 0"));
  EXPECT_THAT(complaint("0..8:x2"), HasSubstr("multiplies 0"));
  EXPECT_THAT(complaint("2..8:*2"), HasSubstr("unknown step"));
  EXPECT_THAT(complaint("1..1G:+1"), HasSubstr("more than 100000 values; right would be a larger step"));
  EXPECT_THAT(complaint("1..90000:+1,1..90000:+1,1"), HasSubstr("right would be fewer or shorter ranges"));
}

TEST(Range, ListsAreSplitOutsideParentheses) {
  EXPECT_EQ(split_list("ring, a(x=1,y=2) ,b"), std::vector<std::string>({"ring", "a(x=1,y=2)", "b"}));
  EXPECT_EQ(split_list("ring"), std::vector<std::string>({"ring"}));
}

}  // namespace
}  // namespace collsim

#include "figures/plots/palette.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <regex>
#include <string>
#include <vector>

#include "support/data_dir.hpp"
#include "tests/folder.hpp"

namespace collsim {
namespace {

using Vector = std::array<double, 3>;
using Matrix = std::array<Vector, 3>;

/// What an eye makes of linear red, green and blue: all of it, or without one kind of cones (Machado, Oliveira and
/// Fernandes 2009, table 1, severity 1).
struct Vision {
  const char* name;
  Matrix seen;
};
const std::array<Vision, 4> visions = {
    {{"normal", {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}},
     {"protanopia",
      {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}}},
     {"deuteranopia",
      {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}}},
     {"tritanopia",
      {{{1.255528, -0.076749, -0.178779},
        {-0.078411, 0.930809, 0.147602},
        {0.004733, 0.691367, 0.303900}}}}}};

Vector times(const Matrix& matrix, const Vector& vector) {
  Vector product{};
  for (std::size_t row = 0; row < 3; ++row)
    for (std::size_t i = 0; i < 3; ++i) product[row] += matrix[row][i] * vector[i];
  return product;
}

/// Of sRGB (IEC 61966-2-1).
Vector linear(std::uint32_t colour) {
  Vector channels{};
  for (std::size_t i = 0; i < 3; ++i) {
    const double share = static_cast<double>(colour >> (16 - 8 * i) & 255U) / 255;
    channels[i] = share <= 0.04045 ? share / 12.92 : std::pow((share + 0.055) / 1.055, 2.4);
  }
  return channels;
}

/// CIELAB under D65 of what the eye sees.
Vector lab(std::uint32_t colour, const Vision& vision) {
  const Matrix xyz = {{{0.4124564 / 0.95047, 0.3575761 / 0.95047, 0.1804375 / 0.95047},
                       {0.2126729, 0.7151522, 0.0721750},
                       {0.0193339 / 1.08883, 0.1191920 / 1.08883, 0.9503041 / 1.08883}}};
  Vector seen = times(vision.seen, linear(colour));
  for (double& channel : seen) channel = std::clamp(channel, 0.0, 1.0);
  Vector root = times(xyz, seen);
  for (double& share : root)
    share = share > 216.0 / 24389 ? std::cbrt(share) : (24389.0 / 27 * share + 16) / 116;
  return {116 * root[1] - 16, 500 * (root[0] - root[1]), 200 * (root[1] - root[2])};
}

/// How different two colours are on patches of 0.4 degrees, 16 pixels of a screen an arm's length away: in units of what
/// half of all people notice (Stone, Szafir and Setlur 2014, who measured from 1/3 to 6 degrees: half of 10.16 + 1.50 / size
/// in lightness, of 10.68 + 3.08 / size from green to red and of 10.70 + 5.74 / size from blue to yellow).
double difference(std::uint32_t one, std::uint32_t other, const Vision& vision) {
  constexpr double size = 0.4;
  const Vector noticed = {(10.16 + 1.50 / size) / 2, (10.68 + 3.08 / size) / 2, (10.70 + 5.74 / size) / 2};
  const Vector first = lab(one, vision), second = lab(other, vision);
  double squares = 0;
  for (std::size_t i = 0; i < 3; ++i) squares += std::pow((first[i] - second[i]) / noticed[i], 2);
  return std::sqrt(squares);
}

/// By that model, whose differences grow in proportion to those who notice them, twice what half of all people notice is
/// noticed by everybody.
constexpr double by_everybody = 2;

TEST(Palette, IsToldApartByEverybody) {
  for (const Vision& vision : visions)
    for (std::size_t i = 0; i < palette.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        EXPECT_GE(difference(palette[i], palette[j], vision), by_everybody)
            << vision.name << ": colours " << j + 1 << " and " << i + 1;
}

TEST(Palette, HasNoColourThatLooksLikeTheGreyOfFormulas) {
  for (const Vision& vision : visions)
    for (std::size_t i = 0; i < palette.size(); ++i)
      EXPECT_GE(difference(palette[i], grey_of_formulas, vision), by_everybody)
          << vision.name << ": colour " << i + 1;
}

TEST(Palette, GivesAnAlgorithmTheSameColourInAllPictures) {
  using ::testing::ElementsAre;
  EXPECT_THAT(colours_of({"recursive_doubling", "ring"}), ElementsAre(0, 2));
  EXPECT_THAT(colours_of({"ring", "tree", "recursive_doubling"}), ElementsAre(2, 8, 0));
  EXPECT_THAT(colours_of({"ring(segment_bytes=8192)", "tree"}), ElementsAre(2, 8));
  EXPECT_THAT(colours_of({"new", "old"}), ElementsAre(8, 10));
}

TEST(Palette, GivesNoTwoSeriesTheSameColourWhileThereIsOneLeft) {
  EXPECT_THAT(colours_of({"ring", "ring [link.latency=x2]", "ring ppn 4"}), ::testing::ElementsAre(2, 8, 10));
  std::vector<std::string> many(palette.size(), "ring");
  std::vector<std::size_t> all = colours_of(many);
  std::ranges::sort(all);
  EXPECT_EQ(std::ranges::adjacent_find(all), all.end());
  many.emplace_back("one more");
  EXPECT_EQ(colours_of(many).size(), palette.size() + 1);
}

/// Red, green and blue from 0 to 255.
Vector channels_of(std::uint32_t colour) {
  return {static_cast<double>(colour >> 16U), static_cast<double>(colour >> 8U & 255U),
          static_cast<double>(colour & 255U)};
}

/// Is one the other mixed with white, to what an eye sees?
bool is_tint(const Vector& mixed, const Vector& pure) {
  double above = 0, below = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    above += (255 - mixed[i]) * (255 - pure[i]);
    below += (255 - pure[i]) * (255 - pure[i]);
  }
  const double share = std::min(above / below, 1.0);
  for (std::size_t i = 0; i < 3; ++i)
    if (std::abs(255 - (255 - pure[i]) * share - mixed[i]) > 4) return false;
  return true;
}

bool is_grey(const Vector& colour) {
  return std::ranges::max(colour) - std::ranges::min(colour) <= 2;
}

/// What gnuplot draws in a picture with the lines' and cells' colours: `'rgb(  0, 114, 178)'`.
std::vector<Vector> drawn_in(const std::string& svg) {
  static const std::regex written(R"('rgb\( *(\d+), *(\d+), *(\d+)\)')");
  std::vector<Vector> found;
  for (std::sregex_iterator each(svg.begin(), svg.end(), written), end; each != end; ++each)
    found.push_back({std::stod((*each)[1]), std::stod((*each)[2]), std::stod((*each)[3])});
  return found;
}

/// Else one was drawn before the palette was what it is.
TEST(Palette, HasAllColoursOfTheGallery) {
  EXPECT_TRUE(is_tint({127, 184.5, 216.5}, channels_of(0x0072B2)));
  EXPECT_FALSE(is_tint({204, 121, 167}, channels_of(0x882255)));
  for (const auto& file : std::filesystem::directory_iterator(data_dir() / "plots" / "gallery")) {
    if (file.path().extension() != ".svg") continue;
    for (const Vector& colour : drawn_in(testing::contents(file.path())))
      EXPECT_TRUE(is_grey(colour) ||
                  std::ranges::any_of(palette,
                                      [&](std::uint32_t pure) { return is_tint(colour, channels_of(pure)); }))
          << file.path() << ": " << colour[0] << ", " << colour[1] << ", " << colour[2];
  }
}

/// White, black and red have the numbers of every table of CIELAB; and a pair is refused that only some tell apart.
TEST(Palette, DifferencesAreThoseOfTheLiterature) {
  const Vector white = lab(0xFFFFFF, visions[0]), red = lab(0xFF0000, visions[0]);
  EXPECT_NEAR(white[0], 100, 0.01);
  EXPECT_NEAR(white[1], 0, 0.02);
  EXPECT_NEAR(white[2], 0, 0.02);
  EXPECT_NEAR(red[0], 53.24, 0.01);
  EXPECT_NEAR(red[1], 80.09, 0.01);
  EXPECT_NEAR(red[2], 67.20, 0.01);
  EXPECT_NEAR(difference(0xFFFFFF, 0x000000, visions[0]), 100 / 6.955, 0.01);
  EXPECT_LT(difference(0xCC79A7, 0x009E73, visions[2]), by_everybody) << "Okabe and Ito's purple and green";
}

}  // namespace
}  // namespace collsim

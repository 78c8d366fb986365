#include "cli/reference.hpp"

#include <gtest/gtest.h>

#include "cli/testing/collsim.hpp"
#include "support/data_dir.hpp"
#include "tests/folder.hpp"

namespace collsim {
namespace {

/// The files are there for people.
std::string page(const std::string& name) {
  return testing::contents(data_dir() / "docs/reference" / (name + ".md"));
}

TEST(Reference, PagesAreWhatTheTablesSay) {
  EXPECT_EQ(page("columns"), columns_page())
      << "right would be collsim show columns > docs/reference/columns.md";
  EXPECT_EQ(page("algorithms"), collsim("show algorithms").output)
      << "right would be collsim show algorithms > docs/reference/algorithms.md";
  EXPECT_EQ(page("backends"), backends_page())
      << "right would be collsim show backends > docs/reference/backends.md";
}

}  // namespace
}  // namespace collsim

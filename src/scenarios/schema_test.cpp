#include "scenarios/schema.hpp"

#include <gtest/gtest.h>

#include "support/data_dir.hpp"
#include "support/json.hpp"
#include "tests/folder.hpp"

namespace collsim {
namespace {

/// The file is there for people and editors.
TEST(Schema, TheFileIsWhatTheFieldsOfAPointSay) {
  EXPECT_EQ(testing::contents(data_dir() / "scenarios" / "schema.json"), scenario_schema().dump(2) + "\n")
      << "right would be collsim show schema > scenarios/schema.json";
}

TEST(Schema, ThePageOfKeysIsWhatTheFieldsOfAPointSay) {
  EXPECT_EQ(testing::contents(data_dir() / "docs" / "reference" / "keys.md"), keys_page())
      << "right would be collsim show keys > docs/reference/keys.md";
}

}  // namespace
}  // namespace collsim

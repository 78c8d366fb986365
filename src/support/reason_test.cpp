#include "support/reason.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <new>
#include <stdexcept>

namespace collsim {
namespace {

using ::testing::HasSubstr;

TEST(InALine, AreOthersExceptionsToo) {
  EXPECT_EQ(in_a_line(std::runtime_error("two\nlines\x1b[2J")), "two\\nlines\\x1b[2J");
  EXPECT_THAT(in_a_line(std::bad_alloc()), HasSubstr("there is not so much memory; right would be"));
  const std::string path(5000, 'x');
  try {
    static_cast<void>(std::filesystem::exists(path));
    FAIL() << "the system takes paths of 5000 characters";
  } catch (const std::exception& error) {
    const std::string line = in_a_line(error);
    EXPECT_THAT(line, HasSubstr("xxx: File name too long"));
    EXPECT_LT(line.size(), 3010U);
  }
}

}  // namespace
}  // namespace collsim

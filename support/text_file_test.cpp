#include "support/text_file.hpp"

#include <gmock/gmock.h>

#include "support/csv.hpp"
#include "support/error.hpp"

namespace collsim {
namespace {

using ::testing::StrEq;
using ::testing::ThrowsMessage;

TEST(ReadText, RefusesWhatIsNoFile) {
  EXPECT_THAT([] { read_text("/", "a table"); },
              ThrowsMessage<Error>(StrEq("is a folder; right would be a table")));
  EXPECT_THAT([] { read_text("/nowhere", "a table"); },
              ThrowsMessage<Error>(StrEq("no such file; right would be a table")));
  EXPECT_THAT([] { read_text("/dev/zero", "a table"); },
              ThrowsMessage<Error>(StrEq("has more than 256 MiB; right would be a table")));
  EXPECT_EQ(read_text("/dev/null", "a table"), "");
}

TEST(ReadCsv, NamesTheFileThatIsNone) {
  EXPECT_THAT([] { read_csv("/"); },
              ThrowsMessage<Error>(StrEq("/: is a folder; right would be a CSV file")));
}

}  // namespace
}  // namespace collsim

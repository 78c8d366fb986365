#include <mpi.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace {

/// In the order of the codes.
constexpr std::array<std::string_view, MPI_ERR_LASTCODE> texts = {
    "no error",
    "no buffer where data must be (MPI_ERR_BUFFER)",
    "a negative count, or one that is too large (MPI_ERR_COUNT)",
    "not a datatype, not a committed one, or a predefined one that may not be freed (MPI_ERR_TYPE)",
    "not a tag (MPI_ERR_TAG)",
    "not a communicator (MPI_ERR_COMM)",
    "not a rank of the communicator (MPI_ERR_RANK)",
    "not an operator, not one for this datatype, or a predefined one that may not be freed (MPI_ERR_OP)",
    "an argument that means nothing (MPI_ERR_ARG)",
    "not a request (MPI_ERR_REQUEST)",
    "data longer than the buffer meant for them (MPI_ERR_TRUNCATE)",
    "not a window (MPI_ERR_WIN)",
};
static_assert(std::ranges::none_of(texts, [](auto text) {
  return text.empty() || text.size() >= MPI_MAX_ERROR_STRING;
}));

}  // namespace

int PMPI_Error_string(int code, char* text, int* length) {
  if (code < 0 || code >= MPI_ERR_LASTCODE || !text || !length) return MPI_ERR_ARG;
  const std::string_view found = texts[static_cast<std::size_t>(code)];
  *std::ranges::copy(found, text).out = '\0';
  *length = static_cast<int>(found.size());
  return MPI_SUCCESS;
}

int PMPI_Get_library_version(char* text, int* length) {
  constexpr std::string_view name = "collsim's fast engine";
  *std::ranges::copy(name, text).out = '\0';
  *length = static_cast<int>(name.size());
  return MPI_SUCCESS;
}

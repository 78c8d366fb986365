#include "site/lstopo.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <pugixml.hpp>
#include <string>

#include "support/error.hpp"
#include "support/text_file.hpp"

namespace collsim {
namespace {

int count(const pugi::xml_document& document, const char* type) {
  return static_cast<int>(document.select_nodes(fmt::format("//object[@type='{}']", type).c_str()).size());
}

}  // namespace

NodeFacts read_lstopo(const std::filesystem::path& file) try {
  const std::string text = read_text(file, "what lstopo --of xml writes");
  pugi::xml_document document;
  const auto result = document.load_buffer(text.data(), text.size());
  if (!result) throw Error(fmt::format("malformed XML: {}", result.description()));
  if (!document.child("topology")) throw Error("it has no <topology>");
  NodeFacts found{.sockets = std::max(1, count(document, "Package")),
                  .cores = count(document, "Core"),
                  .domains = std::max(1, count(document, "NUMANode")),
                  .cache = 0};
  if (found.cores == 0) throw Error("it has no cores");
  if (found.cores % found.domains != 0 || found.cores % found.sockets != 0)
    throw Error(fmt::format("its {} cores are not evenly in {} sockets and {} NUMA nodes", found.cores,
                            found.sockets, found.domains));
  for (const char* type : {"L3Cache", "L2Cache"}) {
    for (const auto& cache : document.select_nodes(fmt::format("//object[@type='{}']", type).c_str()))
      found.cache += cache.node().attribute("cache_size").as_llong();
    if (found.cache > 0) break;
  }
  found.cache /= found.domains;
  return found;
} catch (const Error& error) {
  throw Error(fmt::format("{}: {}; right would be what lstopo --of xml writes on a node", file.string(),
                          error.what()));
}

}  // namespace collsim

#pragma once

#include <pugixml.hpp>

namespace collsim::network {

/// Replaces every <cluster> with the topology GROUPS, which SimGrid does not know, by zones of the same hosts, links and routes:
/// those that the first `nodes` nodes need. Throws Error.
void spell_out_groups(const pugi::xml_document& document, int nodes);

}  // namespace collsim::network

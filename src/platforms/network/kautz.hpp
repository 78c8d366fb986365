#pragma once

#include <pugixml.hpp>

namespace collsim::network {

/// Replaces a <cluster> with the topology KAUTZ, which SimGrid does not know, by a zone of the same hosts, links and routes.
/// Throws Error.
void spell_out_kautz(const pugi::xml_node& cluster);

}  // namespace collsim::network

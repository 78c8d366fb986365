#pragma once

#include <pugixml.hpp>
#include <string>

namespace collsim {

/// Gives any SimGrid platform the form that platforms/README.md describes: its root becomes a zone, its hosts are called
/// node-0, node-1, ... in the order of the file, also in routes, and units that SimGrid does not know become its own. What
/// has hosts called node-N keeps all names. Elements that say nothing of messages are left out, such as disks.
void give_form(pugi::xml_document& document);

/// A rate in a unit that SimGrid knows: "100Gbit/s" -> "100Gbps"; whatever else as it is.
std::string simgrid_rate(const std::string& text);

/// The root zone holds clusters and zones alone, so that one more fits beside them; another one is put into a new root,
/// together with what its <prop>s say of the machine.
void make_room(pugi::xml_document& document);

}  // namespace collsim

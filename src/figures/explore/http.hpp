#pragma once

#include <functional>
#include <map>
#include <string>

#include "figures/explore/channel.hpp"

namespace collsim {

/// A file of the page.
struct PageFile {
  std::string type;  ///< "text/css"
  std::string text;
};
/// The files of the page, by what a browser calls them below the token; "" is the page itself.
using PageFiles = std::map<std::string, PageFile>;

/// Serves the page on a port of the loopback interface that is free, until the process ends. What is at /TOKEN/ has the files;
/// what is posted to /TOKEN/ask is a question for the other end of the channel, whose answer follows line by line. Nothing
/// else exists: no other path, host or origin, no body above 64 KiB, packed, or of a length that is not told. `listening` hears of
/// the port before the first request is taken. Uses threads, so that nothing may be forked from its process. Throws Error
/// where there is no port.
void serve_page(const PageFiles& files, const std::string& token, Channel& channel,
                const std::function<void(int port)>& listening);

}  // namespace collsim

#include "figures/explore/explorer.hpp"

#include <fmt/format.h>

#include <random>
#include <utility>

#include "figures/explore/channel.hpp"
#include "figures/explore/desk.hpp"
#include "figures/explore/http.hpp"
#include "figures/explore/page.hpp"
#include "support/error.hpp"
#include "support/process.hpp"

namespace collsim {
namespace {

/// 128 bits that the system has drawn.
std::string drawn_token() {
  std::random_device system;
  std::string token;
  for (int i = 0; i < 4; ++i) token += fmt::format("{:08x}", system());
  return token;
}

}  // namespace

void explore(const Offer& offer, const Setup& setup, int jobs,
             const std::function<void(const std::string&)>& listening) {
  const std::string token = drawn_token();
  auto [here, there] = Channel::pair();
  Child server([&, &desk = here, &other = there] {
    { const Channel closed(std::move(desk)); }  // or this process would never see the desk's end
    serve_page(page_files(), token, other, [&](int port) { other.send(0, std::to_string(port)); });
  });
  { const Channel closed(std::move(there)); }
  std::string port;
  while (port.empty() && here.receive([&](std::uint64_t, const std::string& text) { port = text; })) {
  }
  if (port.empty()) throw Error(server.failure(server.wait()));
  listening(fmt::format("http://127.0.0.1:{}/{}/", port, token));
  Desk(offer, setup, jobs).serve(here);
  throw Error(fmt::format("the process that serves the page ended: {}", server.failure(server.wait())));
}

}  // namespace collsim

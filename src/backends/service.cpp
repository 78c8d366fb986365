#include "backends/service.hpp"

#include <fmt/format.h>

#include <deque>
#include <set>
#include <utility>

#include "backends/server.hpp"
#include "points/json.hpp"
#include "support/error.hpp"
#include "support/json.hpp"

namespace collsim {
namespace {

/// Points to be asked at once, and how often in a row a server has died on all of them.
struct AskedTogether {
  std::vector<std::size_t> numbers;
  int deaths = 0;
};

/// What a server made of a batch.
struct Life {
  std::set<std::size_t> open;   ///< places in the batch that have no answer
  std::set<std::size_t> begun;  ///< places whose answers were under way
  Server::End end;              ///< where it left some open
};

/// Takes one line of a server's. Throws nlohmann::json::exception where it is none.
void hear(const nlohmann::json& message, Life& life, const Done& done) {
  if (message.contains("error")) throw Error(message["error"].get<std::string>());
  if (message.contains("begun")) {
    for (const std::size_t index : message["begun"]) life.begun.insert(index);
    return;
  }
  const auto index = message.at("index").get<std::size_t>();
  const auto outcome = message.at("outcome").get<Outcome>();
  life.begun.erase(index);
  if (life.open.erase(index) > 0) done(index, outcome);
}

Life live(const Service& service, const std::vector<Point>& points, const Stop& stop, const Done& done) {
  Life life;
  for (std::size_t i = 0; i < points.size(); ++i) life.open.insert(i);
  Server server([&](int out) { service.serve(points, out); });
  for (std::string line; server.next(line, stop);) {
    try {
      hear(read_json(line), life, done);
    } catch (const nlohmann::json::exception&) {
      throw Error(fmt::format("{} wrote what is no answer: {}", service.name, line));
    }
  }
  if (!life.open.empty() && !stop()) life.end = server.end();
  return life;
}

/// The points of a service, batch by batch.
class Asking {
 public:
  Asking(const Service& service, const std::vector<Point>& points, const Stop& stop, const Done& done)
      : service_(service), points_(points), stop_(stop), done_(done) {
    AskedTogether all;
    for (std::size_t i = 0; i < points.size(); ++i) all.numbers.push_back(i);
    batches_.push_back(all);
  }

  void run() {
    while (!batches_.empty() && !stop_()) {
      const AskedTogether batch = std::move(batches_.front());
      batches_.pop_front();
      if (!batch.numbers.empty()) ask(batch);
    }
  }

 private:
  void ask(const AskedTogether& batch) {
    const bool all = batch.numbers.size() == points_.size();
    std::vector<Point> some;
    for (const std::size_t number : batch.numbers)
      if (!all) some.push_back(points_[number]);
    const auto heard = [&](std::size_t place, const Outcome& outcome) {
      done_(batch.numbers.at(place), outcome);
    };
    const Life life = live(service_, all ? points_ : some, stop_, heard);
    if (life.open.empty() || stop_()) return;
    AskedTogether rest;
    for (const std::size_t place : life.open)
      if (!life.begun.contains(place)) rest.numbers.push_back(batch.numbers[place]);
    const bool at_once = rest.numbers.size() == batch.numbers.size();
    const bool alone = batch.numbers.size() == 1;
    rest.deaths = at_once ? batch.deaths + 1 : 0;
    if (at_once && rest.deaths == most_deaths && !life.end.killed) service_.ended_at_once(life.end.how);
    if (!rest.numbers.empty()) try_again(rest, life);
    for (const std::size_t place : life.begun)
      try_again({{batch.numbers.at(place)}, alone ? batch.deaths + 1 : 1}, life);
  }

  void try_again(const AskedTogether& batch, const Life& life) {
    if (batch.deaths < most_deaths) return batches_.push_back(batch);
    for (const std::size_t number : batch.numbers)
      done_(number, failed(fmt::format("{} ended early: {}", service_.name, life.end.how)));
  }

  static constexpr int most_deaths = 2;

  const Service& service_;
  const std::vector<Point>& points_;
  const Stop& stop_;
  const Done& done_;
  std::deque<AskedTogether> batches_;
};

}  // namespace

void ask(const Service& service, const std::vector<Point>& points, const Stop& stop, const Done& done) {
  Asking(service, points, stop, done).run();
}

}  // namespace collsim

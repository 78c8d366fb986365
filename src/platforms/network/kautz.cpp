#include "platforms/network/kautz.hpp"

#include <fmt/format.h>

#include <boost/container/static_vector.hpp>
#include <cstdint>

#include "platforms/network/cluster.hpp"
#include "platforms/network/xml.hpp"
#include "support/error.hpp"

namespace collsim::network {
namespace {

/// A Kautz graph as Imase and Itoh number it (IEEE Trans. Comput. C-32(8), 1983): the links of host u lead to -degree * u - 1 ...
/// -degree * u - degree, modulo the number of hosts. Between two hosts there is one shortest way.
class Graph {
 public:
  /// No graph of up to largest_platform hosts is wider.
  using Choices = boost::container::static_vector<int, 24>;

  /// Throws Error unless there is one of as many hosts.
  Graph(const ClusterAttributes& given, const std::string& parameters) : hosts_(given.hosts) {
    constexpr const char* right = "its degree, such as 3";
    const auto groups = read_parameters(parameters, right);
    if (groups.size() != 1 || groups[0].size() != 1 || groups[0][0] < 2)
      complain_of_parameters(parameters, right);
    degree_ = groups[0][0];
    std::int64_t wanted = degree_ + 1;
    while (wanted < hosts_) wanted *= degree_;
    check_hosts(given, wanted);
    if (given.split || given.backbone || given.limiter > 0 || !given.loopback)
      throw Error(
          "is a Kautz graph, whose links lead one way; write sharing_policy=\"SHARED\", a loopback_bw, no "
          "bb_bw and no limiter_link");
  }

  int degree() const { return static_cast<int>(degree_); }
  int successor(int host, int choice) const {
    return static_cast<int>(hosts_ - 1 - (degree_ * host + choice) % hosts_);
  }

  /// Which link every host on the way takes.
  Choices way(int from, int to) const {
    // What can be reached over so many links are as many hosts in a row, modulo the number of hosts.
    std::int64_t first = from, reached = 1, place = 0;
    std::size_t links = 0;
    for (; (place = (to - first + hosts_) % hosts_) >= reached; ++links) {
      first = (hosts_ - degree_ * (first + reached) % hosts_) % hosts_;
      reached *= degree_;
    }
    Choices choices(links);
    for (auto choice = choices.rbegin(); choice != choices.rend(); ++choice) {
      *choice = static_cast<int>(degree_ - 1 - place % degree_);
      reached /= degree_;
      place = reached - 1 - place / degree_;
    }
    return choices;
  }

 private:
  std::int64_t hosts_, degree_ = 0;
};

class Kautz final : public Cluster {
 public:
  Kautz(const ClusterAttributes& given, const Graph& graph, int first_link)
      : Cluster(given, first_link, std::int64_t{given.hosts} * graph.degree(), given.hosts), graph_(graph) {}

  void route(int from, int to, Route& route) const override {
    if (loop_back(from, to, route)) return;
    int host = from;
    for (const int choice : graph_.way(from, to)) {
      route.add(first() + host * graph_.degree() + choice, attributes().latency);
      host = graph_.successor(host, choice);
    }
  }
  int nearest_to_first() const override { return graph_.successor(0, 0); }

 private:
  std::string own_name(int link) const override {
    const int host = link / graph_.degree();
    return fmt::format("{}_link_from_{}_to_{}", attributes().id, host,
                       graph_.successor(host, link % graph_.degree()));
  }
  LinkClass own_class(int) const override { return {"links"}; }
  double own_bandwidth(int) const override { return attributes().bandwidth; }

  Graph graph_;
};

}  // namespace

std::unique_ptr<Cluster> make_kautz(ClusterAttributes attributes, const std::string& parameters,
                                    int first_link) {
  const Graph graph(attributes, parameters);
  return std::make_unique<Kautz>(std::move(attributes), graph, first_link);
}

void spell_out_kautz(const pugi::xml_node& cluster) {
  const ClusterAttributes is = read_cluster(cluster);
  const Graph graph(is, cluster.attribute("topo_parameters").value());
  const Kautz made(is, graph, 0);
  auto zone = cluster.parent().insert_child_before("zone", cluster);
  zone.append_attribute("id").set_value(is.id.c_str());
  zone.append_attribute("routing").set_value("DijkstraCache");
  const auto attribute = [&](const char* name, const char* otherwise) {
    return std::string(cluster.attribute(name).as_string(otherwise));
  };
  for (int host = 0; host < is.hosts; ++host)
    append(
        zone, "host",
        {{"id", made.host_name(host)}, {"speed", attribute("speed", "")}, {"core", attribute("core", "1")}});
  // SimGrid wants all links before the first route.
  for (int link = 0; link < made.links(); ++link) {
    const std::string of = made.shared(link) ? "" : "loopback_";
    append(zone, "link",
           {{"id", made.name(link)},
            {"bandwidth", attribute((of + "bw").c_str(), "")},
            {"latency", attribute((of + "lat").c_str(), "0")},
            {"sharing_policy", made.shared(link) ? "SHARED" : "FATPIPE"}});
  }
  std::vector<int> links;
  for (int from = 0; from < is.hosts; ++from)
    for (int choice = -1; choice < graph.degree(); ++choice) {
      const int to = choice < 0 ? from : graph.successor(from, choice);
      links.clear();
      Route route{links};
      made.route(from, to, route);
      append(append(zone, "route",
                    {{"src", made.host_name(from)}, {"dst", made.host_name(to)}, {"symmetrical", "NO"}}),
             "link_ctn", {{"id", made.name(links.front())}});
    }
  cluster.parent().remove_child(cluster);
}

}  // namespace collsim::network

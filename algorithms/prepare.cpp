#include "algorithms/prepare.hpp"

#include <memory>

#include "algorithms/algorithm.hpp"

namespace collsim {
namespace {

using Prepared = std::function<void(Comm&)>;

template <class Call>
Prepared bind(const std::string& name, const Options& options, const Arguments& arguments) {
  return [run = find<Call>(name).run, kept = std::make_shared<const Arguments>(arguments),
          &options](Comm& comm) { run(comm, Call::from_arguments(*kept), options); };
}

template <class... Calls>
Prepared choose(const Description& about, const Options& options, const Arguments& arguments) {
  Prepared prepared;
  const auto is = [&about](const char* collective) { return about.collective == collective; };
  ((is(Calls::collective) && (prepared = bind<Calls>(about.name, options, arguments))) || ...);
  if (!prepared) throw Error("nothing knows how to call " + about.collective);
  return prepared;
}

}  // namespace

Prepared prepare(const Description& about, const Options& options, const Arguments& arguments) {
  return choose<Allgather, Allgatherv, Allreduce, Alltoall, Alltoallv, Barrier, Bcast, Exscan, Gather,
                Gatherv, Reduce, ReduceScatter, ReduceScatterBlock, Scan, Scatter, Scatterv>(about, options,
                                                                                             arguments);
}

}  // namespace collsim

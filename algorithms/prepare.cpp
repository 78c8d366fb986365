#include "algorithms/prepare.hpp"

#include "algorithms/algorithm.hpp"

namespace collsim {
namespace {

using Prepared = std::function<void(Comm&)>;

template <class Call>
Prepared bind(const std::string& name, const Options& options, const Arguments& arguments) {
  return [run = find<Call>(name).run, call = Call::of(arguments), options](Comm& comm) {
    run(comm, call, options);
  };
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
  return choose<Allgather, Allreduce, Alltoall, Barrier, Bcast, Exscan, Gather, Reduce, ReduceScatterBlock,
                Scan, Scatter>(about, options, arguments);
}

}  // namespace collsim

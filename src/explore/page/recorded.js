// Stands for ask.js in a copy of the page that has no server: its answers were written down before, and lie in `recorded`.
// src/explore/recording.hpp tells what that holds.

const tie = 1e-9;  // as src/decisions/winners.hpp has it
const record = () => globalThis.recorded;

/** How far a factor is between those that were asked: the place of the lower, and the share of the upper. Times are sums in a latency's
    factor and in the inverse of a rate's, so that is where they are interpolated. */
function between(factor, {factors, rate}) {
  const scale = rate ? x => 1 / x : x => x, at = Math.max(0, factors.findLastIndex(each => each <= factor));
  if (factors[at] === factor || at === factors.length - 1) return [at, 0];
  return [at, (scale(factor) - scale(factors[at])) / (scale(factors[at + 1]) - scale(factors[at]))];
}

/** The boards around a place and their weights. */
function corners(places, axes) {
  let found = [[0, 1]];
  axes.forEach((axis, i) => {
    const [at, share] = places[i];
    found = found.flatMap(([board, weight]) => [[board * axis.factors.length + at, weight * (1 - share)],
                                                [board * axis.factors.length + Math.min(at + 1, axis.factors.length - 1), weight * share]].filter(each => each[1] > 0));
  });
  return found;
}

/** A cell with other times, and who wins by them. */
function with_times(cell, times) {
  const ranked = cell.times.map(([name], i) => [name, times[i]]).sort((a, b) => a[1] - b[1]), best = ranked[0]?.[1];
  if (best === undefined) return cell;
  const {second: _, margin: __, ...kept} = cell, slower = ranked.find(each => each[1] > best * (1 + tie));
  return {...kept, times: cell.times.map(([name], i) => [name, times[i]]), seconds: best,
          winners: ranked.filter(each => each[1] <= best * (1 + tie)).map(each => each[0]).sort(), ...(slower ? {second: slower[0], margin: slower[1] / best} : {})};
}

function board_of(scenario) {
  const {axes, board, times} = record();
  const factors = axes.map(({number}) => Number(scenario.overrides?.[number]?.slice(1) ?? 1)), around = corners(factors.map((factor, i) => between(factor, axes[i])), axes);
  const chosen = new Set(scenario.algorithms), exact = around.length === 1;
  const cells = board.cells.map((cell, place) => {
    const mixed = cell.times.map((_, i) => around.reduce((sum, [at, weight]) => sum + weight * times[at][place][i], 0));
    const kept = cell.times.map(([name]) => chosen.has(name));
    const competing = {...cell, times: cell.times.filter((_, i) => kept[i]), unanswered: cell.unanswered.filter(each => chosen.has(each[0])), winners: undefined};
    return with_times(competing, mixed.filter((_, i) => kept[i]));
  });
  return {...board, algorithms: board.algorithms.filter(each => chosen.has(each.name)), cells, answered_by: exact ? board.answered_by : "interpolated"};
}

const refuse = why => { throw new Error(`${why}; collsim explore asks whatever you like`); };

function check(scenario) {
  for (const key of ["platform", "collective", "processes", "ppn", "bytes", "arrival"])
    if (String(scenario[key] ?? "") !== String(record().scenario[key] ?? "")) refuse(`this copy knows no other ${key} than ${record().scenario[key] ?? "none"}`);
}

function answers(question) {
  const {what, scenario} = question;
  if (what === "offer" || what === "machine") return record()[what];
  if (what === "inside") return record().inside[`${scenario.algorithms[0]},${scenario.processes},${scenario.bytes ?? 0}`] ?? refuse("this copy has not looked inside this cell");
  check(scenario);
  if (what === "formulas") return board_of(scenario);
  if (scenario.overrides) refuse("this copy has simulated the machine as it is only");
  const chosen = new Set(scenario.algorithms), cells = record().engine.map(cell => with_times({...cell, times: cell.times.filter(each => chosen.has(each[0]))}, cell.times.filter(each => chosen.has(each[0])).map(each => each[1])));
  return {cells, done: 1, of: 1};
}

export async function ask(question, signal, hear) {
  hear(answers(question));
}

export async function answer(question) {
  return answers(question);
}

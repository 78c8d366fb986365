// Stands for ask.js in a copy of the page that has no server: its answers were written down before, and lie in `recorded`.
// src/figures/explore/recording.hpp tells what that holds.

const tie = 1e-9;  // as src/lab/decisions/winners.hpp has it
const record = () => globalThis.recorded;

/** What a time depends on linearly: a latency's factor, and the inverse of a rate's. */
const variable = (factor, {rate}) => rate ? 1 / factor : factor;

/** How far a factor is between those that were asked: the place of the lower, and the share of the upper. */
function between(factor, axis) {
  const {factors} = axis, at = Math.max(0, factors.findLastIndex(each => each <= factor));
  if (factors[at] === factor || at === factors.length - 1) return [at, 0];
  const [low, high] = [factors[at], factors[at + 1]].map(each => variable(each, axis));
  return [at, (variable(factor, axis) - low) / (high - low)];
}

/** The places around the factors and their weights. */
function corners(factors, axes) {
  let found = [[0, 1]];
  axes.forEach((axis, i) => {
    const [at, share] = between(factors[i], axis);
    found = found.flatMap(([place, weight]) => [[place * axis.factors.length + at, weight * (1 - share)],
                                                [place * axis.factors.length + Math.min(at + 1, axis.factors.length - 1), weight * share]].filter(each => each[1] > 0));
  });
  return found;
}

/** Whether a time is told by what is added to each variable's share, and these shares. */
const is_sum = (told, variables) => told.length === variables.length + 1;

/** A time at the factors: a sum, or between those at the places around. */
function time_at(told, variables, around) {
  if (is_sum(told, variables)) return variables.reduce((sum, each, i) => sum + told[i + 1] * each, told[0]);
  return around.reduce((sum, [place, weight]) => sum + weight * told[place], 0);
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
  const {axes} = record(), {board, times} = of(scenario);
  const factors = axes.map(({number}) => Number(scenario.overrides?.[number]?.slice(1) ?? 1)), as_it_is = factors.every(each => each === 1);
  const variables = factors.map((each, i) => variable(each, axes[i])), around = corners(factors, axes), chosen = new Set(scenario.algorithms);
  const cells = board.cells.map((cell, place) => {
    const all = cell.times.map(([, time], i) => as_it_is ? time : time_at(times[place][i], variables, around));
    return competing(cell, all, chosen);
  });
  const how = as_it_is ? "" : times.flat().every(told => is_sum(told, variables)) ? ", to 12 digits" : ", partly interpolated";
  return {...board, algorithms: board.algorithms.filter(each => chosen.has(each.name)), cells, answered_by: board.answered_by + how};
}

/** A cell of the chosen algorithms. */
function competing(cell, times, chosen) {
  const is_chosen = each => chosen.has(each[0]);
  const kept = {...cell, times: cell.times.filter(is_chosen), unanswered: cell.unanswered.filter(is_chosen), winners: undefined};
  return with_times(kept, times.filter((_, i) => is_chosen(cell.times[i])));
}

const refuse = why => { throw new Error(`${why}; collsim explore asks whatever you like`); };

/** What is recorded of a scenario's collective. */
function of(scenario) {
  const found = record().collectives[scenario.collective] ?? refuse(`this copy does not know ${scenario.collective}`);
  for (const key of ["platform", "processes", "ppn", "bytes", "arrival"])
    if (String(scenario[key] ?? "") !== String(found.scenario[key] ?? "")) refuse(`this copy knows no other ${key} than ${found.scenario[key] ?? "none"}`);
  return found;
}

function answers({what, scenario}) {
  if (what === "offer" || what === "machine") return record()[what];
  if (what === "formulas") return board_of(scenario);
  if (scenario.overrides) refuse("this copy has simulated the machine as it is only");
  if (what === "inside")
    return record().collectives[scenario.collective].inside[`${scenario.algorithms[0]},${scenario.processes},${scenario.bytes ?? 0}`] ?? refuse("this copy has not looked inside this cell");
  const chosen = new Set(scenario.algorithms), {refused} = of(scenario);
  if (refused) refuse(refused);
  return {cells: of(scenario).engine.map(cell => competing(cell, cell.times.map(each => each[1]), chosen)), done: 1, of: 1};
}

export async function ask(question, signal, hear) {
  hear(answers(question));
}

export async function answer(question) {
  return answers(question);
}

// What the page asks: the state of its controls, which the address holds, and the scenario that it stands for.

export const factors = [0.1, 0.125, 0.16, 0.2, 0.25, 0.32, 0.4, 0.5, 0.64, 0.8, 1, 1.25, 1.6, 2, 2.5, 3.2, 4, 5, 6.4, 8, 10];
export const delays = ["0", "1us", "2us", "5us", "10us", "20us", "50us", "100us", "200us", "500us", "1ms", "2ms", "5ms", "10ms"];

/** The state of a page that nobody has touched. */
export function first_state(offer) {
  const {start} = offer;
  const state = {collective: start.collective, platform: start.platform, processes: String(start.processes ?? ""), bytes: String(start.bytes ?? ""),
                 ppn: String(start.ppn ?? ""), algorithms: start.algorithms, late: "0", p: "", n: "", why: "", follow: ""};
  for (const key of ["type", "op"]) if (start[key]) state[key] = start[key];
  return state;
}

/** The usual ranks of a machine, where it has no room for the state's. */
export function fitting_ranks({nodes, cores, usual}, state) {
  const most = Math.max(...(state.processes.match(/\d+/g) ?? [Infinity]).map(Number));
  return most <= nodes * (Number(state.ppn) || cores) ? {} : {...usual, ...(state.ppn ? {ppn: state.ppn} : {})};
}

/** The state that an address tells, over another one. */
export function read_address(hash, state) {
  const words = new URLSearchParams(hash.replace(/^#/, ""));
  const read = {...state};
  for (const key of new Set(words.keys())) read[key] = key === "algorithms" ? words.getAll(key) : words.get(key);
  return read;
}

export function address(state) {
  const words = new URLSearchParams();
  for (const [key, value] of Object.entries(state))
    for (const each of [value].flat()) if (each !== "" && each !== undefined) words.append(key, each);
  return `#${words}`;
}

/** The scenario as collsim reads it. `machine`: whose numbers the sliders change. */
export function scenario_of(state, machine, offer) {
  const scenario = {collective: state.collective, platform: state.platform, algorithms: state.algorithms, processes: state.processes,
                    ppn: /^\d+$/.test(state.ppn) ? Number(state.ppn) : state.ppn, data: "time"};
  if (offer.collectives.find(each => each.name === state.collective)?.sized) scenario.bytes = state.bytes;
  for (const key of ["type", "op"]) if (state[key]) scenario[key] = state[key];
  const overrides = {};
  for (const slider of machine.sliders)
    for (const number of slider.numbers)
      if (state[slider.name] && state[slider.name] !== "1") overrides[number] = `x${state[slider.name]}`;
  if (Object.keys(overrides).length) scenario.overrides = overrides;
  if (state.late !== "0") scenario.arrival = `one_late_rank(size=${state.late})`;
  return scenario;
}

/** The words of the command that answers it. `platform`: as a command line has it. */
export function command_of(scenario, backend, platform) {
  const words = ["collsim", "map"];
  for (const [key, value] of Object.entries({...scenario, platform, backend}))
    words.push(`--${key}`, key === "overrides" ? Object.entries(value).map(each => each.join("=")).join(",") : [value].flat().join(","));
  return words;
}

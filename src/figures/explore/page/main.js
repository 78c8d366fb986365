// The page: controls make a state, the state a question, and its answers pictures.

import {answer, ask} from "./ask.js";
import {draw_curves} from "./curves.js";
import {file_of, ink} from "./draw.js";
import {Rounds, draw_links, draw_timeline, draw_why} from "./inside.js";
import {draw_map, key_of, listen_to_map, words_of} from "./map.js";
import {address, command_of, delays, factors, first_state, fitting_ranks, read_address, scenario_of} from "./state.js";
import {percent, quoted, seconds} from "./text.js";

const by_id = id => document.getElementById(id);
const beats = 900, patience = 2000;  // milliseconds that a round is shown, and that a question may take once another waits
let offer, machine, state, board, looks = new Map(), running = new AbortController(), looking = new AbortController(), rounds, playing;

function option(value, label = value) {
  const made = document.createElement("option");
  made.value = value;
  made.textContent = label;
  return made;
}

// Controls

const sliders = () => [
  ...machine.sliders.map(({name, label, value, zero}) => ({key: name, label, steps: factors.map(String), usual: "1", off: zero, shown: step => `x${step}`, note: zero ? "this machine has none" : `of ${value}`})),
  {key: "ppn", label: "ranks a node", steps: per_node(), usual: machine.usual.ppn, off: offer.recorded, shown: step => step, note: `of ${machine.cores} cores`},
  {key: "late", label: "one rank comes later by", steps: delays, usual: "0", off: offer.recorded, shown: step => step, note: ""}];

/** 1, 2, 4 ... and as many as a node has cores, and what is asked now. */
function per_node() {
  const all = new Set([machine.cores, Number(state.ppn) || machine.cores]);
  for (let n = 1; n < machine.cores; n *= 2) all.add(n);
  return [...all].sort((a, b) => a - b).map(String);
}

function show_sliders() {
  const place = by_id("sliders");
  place.replaceChildren(place.querySelector("legend"));
  for (const {key, label, steps, usual, off, shown, note} of sliders()) {
    const line = document.createElement("label"), range = document.createElement("input"), output = document.createElement("output");
    const step = String(state[key] ?? usual), at = Math.max(0, steps.indexOf(step));
    Object.assign(range, {type: "range", id: `slider_${key}`, min: 0, max: steps.length - 1, step: 1, value: at, disabled: !!off || steps.length < 2});
    const tell = () => { output.value = `${shown(steps[range.value])} ${note}`; range.setAttribute("aria-valuetext", output.value); };
    range.addEventListener("input", () => { tell(); change({[key]: steps[range.value]}); });
    tell();
    line.append(label, range, output);
    place.append(line);
  }
  const reset = document.createElement("button");
  Object.assign(reset, {type: "button", id: "reset", textContent: "As it is"});
  reset.addEventListener("click", () => {
    for (const {key, usual} of sliders()) state[key] = usual;
    show_sliders();
    change({});
  });
  place.append(reset);
}

function show_algorithms() {
  const all = offer.collectives.find(each => each.name === state.collective).algorithms;
  by_id("algorithms").replaceChildren(...all.map(name => {
    const label = document.createElement("label"), box = document.createElement("input");
    label.className = "check";
    Object.assign(box, {type: "checkbox", value: name, checked: state.algorithms.includes(name)});
    box.addEventListener("change", () => {
      const chosen = [...by_id("algorithms").querySelectorAll(":checked")].map(each => each.value);
      if (chosen.length === 0) box.checked = true; else change({algorithms: chosen});
    });
    label.append(box, name);
    return label;
  }));
}

function show_controls() {
  by_id("platform").replaceChildren(...offer.platforms.map(each => option(each.name)));
  by_id("collective").replaceChildren(...offer.collectives.map(each => option(each.name)));
  for (const key of ["platform", "collective", "processes", "bytes"]) by_id(key).value = state[key];
  for (const key of ["processes", "bytes"]) by_id(key).disabled = !!offer.recorded;
  by_id("follow").checked = !!state.follow;
  show_algorithms();
  show_sliders();
}

async function choose_machine(name) {
  machine = await answer({what: "machine", platform: name});
  by_id("question").textContent = `${machine.title} (${machine.nodes} nodes of ${machine.cores} cores)`;
}

function listen_to_controls() {
  for (const key of ["processes", "bytes"]) by_id(key).addEventListener("change", event => change({[key]: event.target.value}));
  by_id("collective").addEventListener("change", event => {
    state.collective = event.target.value;
    state.algorithms = offer.collectives.find(each => each.name === state.collective).usual;
    show_algorithms();
    change({p: "", n: ""});
  });
  by_id("platform").addEventListener("change", async event => {
    await choose_machine(event.target.value);
    for (const {name} of machine.sliders) delete state[name];
    Object.assign(state, {platform: machine.name, ppn: machine.usual.ppn});
    Object.assign(state, fitting_ranks(machine, state));
    by_id("processes").value = state.processes;
    show_sliders();
    change({});
  });
  by_id("simulate").addEventListener("click", () => { if (running.simulating) stop(); else if (predicting) wanted = true; else simulate(); });
  by_id("follow").addEventListener("change", () => {
    state.follow = by_id("follow").checked ? "yes" : "";
    remember();
    if (state.follow && !running.simulating) simulate();
  });
  window.addEventListener("hashchange", async () => {
    if (location.hash === address(state)) return;
    state = read_address(location.hash, first_state(offer));
    await choose_machine(state.platform);
    show_controls();
    change({why: state.why});
  });
}

// Questions and answers

let remembering;

/** Has the address tell the state, soon: browsers refuse to change it with every step of a slider. */
function remember() {
  clearTimeout(remembering);
  remembering = setTimeout(() => history.replaceState(null, "", address(state)), 200);
}

/** Takes a change of the state, and asks anew. What was looked at inside is gone then, unless the address tells it. */
function change(changed) {
  Object.assign(state, {why: ""}, changed);
  remember();
  running.abort();
  running = new AbortController();
  by_id("chosen").textContent = `${state.algorithms.length} compete`;
  document.body.dataset.state = "asking";
  if (predicting) predicting.put_off(); else predict();
}

function complain(error) {
  if (error.name === "AbortError") return;
  by_id("complaint").textContent = error.message;
  by_id("complaint").hidden = false;
}

let predicting, wanted = false;  // the question that the formulas have not answered yet; whether the engine is to follow

/** The formulas answer at once, and the engine behind them where that is wanted. What changes meanwhile is asked next, so that the map
    follows a slider while it moves. */
async function predict() {
  const asked = scenario_of(state, machine, offer), mine = predicting = new AbortController();
  mine.put_off = () => {
    mine.outdated = true;
    mine.giving_up ??= setTimeout(() => mine.abort(), patience);
  };
  let failed = false;
  try {
    const found = await answer({what: "formulas", scenario: asked}, mine.signal);
    by_id("complaint").hidden = true;
    take_board(found, asked);
  } catch (error) {
    failed = true;
    complain(error);
  }
  clearTimeout(mine.giving_up);
  predicting = undefined;
  if (mine.outdated) return predict();
  const goes_on = !failed && (wanted || state.follow);
  wanted = false;
  if (goes_on) simulate(); else document.body.dataset.state = failed ? "complained" : "answered";
}

function take_board(found, asked) {
  const labels = new Map(found.sizes.flatMap(({text, of}) => of.map(([p, n]) => [key_of(p, n), text])));
  board = {...found, asked, cells: new Map(found.cells.map(cell => [key_of(cell.p, cell.bytes), {...cell, label: labels.get(key_of(cell.p, cell.bytes)), by: "formula"}]))};
  looks = new Map(found.algorithms.map(({name, letter, colour}) => [name, {letter, colour: offer.colours[colour]}]));
  by_id("badge").textContent = `formula (${found.answered_by})`;
  by_id("badge").dataset.by = offer.backends.formulas;
  if (!board.cells.has(key_of(state.p, state.n))) {
    const all = [...board.cells.values()], cell = all[all.length >> 1];  // one in the middle
    Object.assign(state, {p: String(cell.p), n: String(cell.bytes)});
  }
  close_inside();
  draw_now();
  if (state.why) look_inside(state.why);
}

/** The fast engine answers the cells of the board, which can be stopped. */
async function simulate() {
  const mine = running = new AbortController(), simulated = board;
  mine.simulating = true;
  mine.signal.addEventListener("abort", () => stop_simulating(mine));
  document.body.dataset.state = "simulating";
  Object.assign(by_id("progress"), {hidden: false, value: 0});
  by_id("simulate").textContent = "Stop";
  try {
    await ask({what: "engine", scenario: simulated.asked}, mine.signal, ({cells, done, of}) => {
      if (mine !== running) return;
      for (const cell of cells) {
        const key = key_of(cell.p, cell.bytes);
        simulated.cells.set(key, {...cell, label: simulated.cells.get(key).label, by: "fast engine", simulated: true});
      }
      by_id("progress").value = done / of;
      by_id("badge").textContent = done === of ? "fast engine" : `fast engine: ${Math.round(100 * done / of)} %, the rest by formula`;
      by_id("badge").dataset.by = offer.backends.engine;
      draw();
    });
  } catch (error) {
    complain(error);
  }
  if (mine === running && !mine.signal.aborted) draw_now();
  stop_simulating(mine);
}

function stop() {
  draw_now();
  running.abort();
}

function stop_simulating(mine) {
  mine.simulating = false;
  if (mine !== running) return;
  by_id("progress").hidden = true;
  by_id("simulate").textContent = "Simulate";
  document.body.dataset.state = "answered";
}

// What is shown

let drawing = 0;

/** At most once a frame. */
function draw() {
  if (!drawing) drawing = requestAnimationFrame(() => { drawing = 0; draw_now(); });
}

function draw_now() {
  const focus = document.activeElement?.dataset?.key, map = by_id("map");
  const [room, room_of_curves] = [map, by_id("curves")].map(each => each.clientWidth);  // before anything changes
  draw_map(map, board, looks, room);
  const before = map.querySelector("[aria-selected]");
  before?.setAttribute("tabindex", -1);
  before?.removeAttribute("aria-selected");
  const chosen = map.querySelector(`[data-key="${key_of(state.p, state.n)}"]`) ?? map.querySelector("[data-key]");
  chosen?.setAttribute("tabindex", 0);
  chosen?.setAttribute("aria-selected", true);
  if (focus) map.querySelector(`[data-key="${focus}"]`)?.focus();
  draw_curves(by_id("curves"), board, looks, Number(state.p), Number(state.n), room_of_curves);
  by_id("legend").replaceChildren(...[...looks].map(([name, {letter, colour: patch}]) => {
    const item = document.createElement("li"), mark = document.createElement("span");
    mark.className = "patch";
    mark.textContent = letter;
    Object.assign(mark.style, {background: patch, color: ink(patch)});
    item.append(mark, name);
    return item;
  }));
  show_cell();
  show_command();
}

function show_cell() {
  const cell = board.cells.get(key_of(state.p, state.n));
  by_id("cell_heading").textContent = `${cell.p} ranks, ${cell.label}, by ${cell.simulated ? "the fast engine" : "formula"}`;
  const rows = cell.times.toSorted((a, b) => a[1] - b[1]).map(([name, time]) => {
    const row = document.createElement("tr"), why = document.createElement("button");
    Object.assign(why, {type: "button", textContent: "why?"});
    why.addEventListener("click", () => look_inside(name));
    for (const words of [`${looks.get(name).letter}  ${name}`, seconds(time), time > cell.seconds ? `+${percent(time / cell.seconds - 1)}` : "", why]) {
      const data = document.createElement("td");
      data.append(words);
      row.append(data);
    }
    Object.assign(row.dataset, {algorithm: name, seconds: time});
    return row;
  });
  for (const [name, reason] of cell.unanswered) {
    const row = document.createElement("tr"), data = document.createElement("td");
    data.colSpan = 4;
    data.textContent = `${name}: ${reason}`;
    row.append(data);
    rows.push(row);
  }
  by_id("cell").tBodies[0].replaceChildren(...rows);
}

/** Every time on the board, as a table. */
function csv() {
  const lines = ["p,bytes,algorithm,seconds,by"];
  for (const cell of board.cells.values())
    for (const [name, time] of cell.times) lines.push(`${cell.p},${cell.bytes},"${name}",${time},${offer.backends[cell.simulated ? "engine" : "formulas"]}`);
  return lines.join("\n") + "\n";
}

const word_of_machine = () => offer.platforms.find(each => each.name === state.platform).word;

function show_command() {
  by_id("copied").textContent = "";
  by_id("command").textContent = command_of(board.asked, by_id("badge").dataset.by, word_of_machine()).map(quoted).join(" ");
}

function save(name, type, text) {
  const link = document.createElement("a");
  Object.assign(link, {download: name, href: `data:${type},${encodeURIComponent(text)}`});
  link.click();
}

/** What is shown, as files that reproduce it. */
function listen_to_keepers() {
  const scenario = () => JSON.stringify({...board.asked, platform: word_of_machine(), backends: [by_id("badge").dataset.by]}, null, 2) + "\n";
  const picture_of = id => () => file_of(by_id(id).querySelector("svg"));
  for (const [id, name, type, text] of [["scenario", "explored.json", "application/json", scenario], ["csv", "explored.csv", "text/csv", csv],
                                        ["map_svg", "map.svg", "image/svg+xml", picture_of("map")], ["curves_svg", "curves.svg", "image/svg+xml", picture_of("curves")]])
    by_id(id).addEventListener("click", () => save(name, type, text()));
  by_id("copy").addEventListener("click", () => navigator.clipboard.writeText(by_id("command").textContent).then(
    () => { by_id("copied").textContent = "copied"; }, () => complain(new Error("the browser does not let the page copy; the command stands below"))));
}

function choose_cell(key) {
  const {p, bytes: n, winners} = board.cells.get(key);
  Object.assign(state, {p: String(p), n: String(n)});
  remember();
  draw_now();
  if (winners) look_inside(winners[0]);
}

// Inside a cell

function close_inside() {
  looking.abort();
  stop_playing();
  by_id("inside").hidden = true;
}

async function look_inside(algorithm) {
  close_inside();
  state.why = algorithm;
  remember();
  const mine = looking = new AbortController(), cell = board.cells.get(key_of(state.p, state.n));
  const asked = {...board.asked, algorithms: [algorithm], processes: cell.p};
  if (asked.bytes !== undefined) asked.bytes = cell.bytes;
  document.body.dataset.inside = "asking";
  try {
    const found = await answer({what: "inside", scenario: asked}, mine.signal);
    by_id("complaint").hidden = true;
    by_id("inside").hidden = false;
    show_inside(found);
    document.body.dataset.inside = "answered";
  } catch (error) {
    if (mine === looking) document.body.dataset.inside = "complained";
    complain(error);
  }
}

function show_inside(found) {
  by_id("inside_heading").textContent = `Why ${found.algorithm} takes ${seconds(found.seconds)}`;
  draw_why(by_id("why"), found, offer.colours);
  rounds = new Rounds(by_id("rounds"), by_id("round"), found, offer.colours);
  draw_timeline(by_id("timeline"), found, offer.activities, by_id("timeline").clientWidth);
  draw_links(by_id("links"), found);
}

function stop_playing() {
  clearInterval(playing);
  playing = undefined;
  by_id("play").textContent = "play";
}

function listen_to_player() {
  const step = by => () => { stop_playing(); rounds?.show(rounds.shown + by); };
  by_id("first").addEventListener("click", step(-Infinity));
  by_id("back").addEventListener("click", step(-1));
  by_id("forth").addEventListener("click", step(1));
  by_id("play").addEventListener("click", () => {
    if (playing || !rounds) return stop_playing();
    if (rounds.shown === rounds.count) rounds.show(0);
    by_id("play").textContent = "pause";
    playing = setInterval(() => { rounds.show(rounds.shown + 1); if (rounds.shown === rounds.count) stop_playing(); }, beats);
  });
}

async function start() {
  offer = await answer({what: "offer"});
  state = read_address(location.hash, first_state(offer));
  await choose_machine(state.platform);
  Object.assign(state, fitting_ranks(machine, state));
  show_controls();
  listen_to_controls();
  listen_to_player();
  listen_to_keepers();
  listen_to_map(by_id("map"), choose_cell, key => { by_id("hover").textContent = words_of(board.cells.get(key)); });
  const redraw = () => { if (board) draw(); };
  window.addEventListener("resize", redraw);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
  change({why: state.why});
}

start().catch(complain);

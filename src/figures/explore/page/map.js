// The map of winners: a letter and a colour in each cell, stronger where the second takes longer.

import {colour, ink, mixed, picture, svg, text} from "./draw.js";
import {percent, seconds} from "./text.js";

const heading = 24, least_width = 34, most_width = 64, least_part = 15, height = 30, label = 112;

export const key_of = (p, n) => `${p},${n}`;

/** How much longer the second takes decides how strong a colour is: less than 5, 20 or 100 %, or more. */
function strength(margin) {
  const share = (margin ?? Infinity) - 1;
  return share < 0.05 ? 0.3 : share < 0.2 ? 0.5 : share < 1 ? 0.75 : 1;
}

/** What a cell says in words. */
export function words_of(cell) {
  const where = `${cell.p} ranks, ${cell.label}`;
  if (!cell.winners) return `${where}: nobody answers: ${cell.unanswered[0]?.[1] ?? "not yet"}`;
  const lead = cell.second ? `, ${cell.second} in ${seconds(cell.seconds * cell.margin)}, ${percent(cell.margin - 1)} longer` : "";
  return `${where}: ${cell.winners.join(" = ")} in ${seconds(cell.seconds)}${lead} (${cell.by})`;
}

function cell_group(cell, looks, x, y, width) {
  const group = svg("g", {role: "gridcell", tabindex: -1, "data-key": key_of(cell.p, cell.bytes), "data-drawn": drawn_of(cell)});
  const winners = cell.winners ?? [], back = colour("--panel"), most = Math.floor(width / least_part), more = winners.length > most;
  const shown = winners.slice(0, more ? most - 1 : most), part = width / Math.max(1, shown.length + more);
  const put = (words, i, fill) => group.append(svg("rect", {x: x + i * part, y, width: part, height, fill}),
                                               text(x + (i + 0.5) * part, y + height / 2 + 5, words, {fill: ink(fill), "text-anchor": "middle"}));
  shown.forEach((name, i) => put(looks.get(name).letter, i, mixed(looks.get(name).colour, back, strength(cell.margin))));
  if (more) put(`+${winners.length - shown.length}`, shown.length, back);
  // A corner tells that the engine has answered, for those who see no badge.
  if (cell.simulated) group.append(svg("path", {d: `M${x + width - 9} ${y + 1}h8v8z`, fill: colour("--text")}));
  group.append(svg("rect", {class: "frame", x: x + 0.5, y: y + 0.5, width: width - 1, height: height - 1, fill: "none", stroke: back}), svg("title"));
  tell(group, cell);
  return group;
}

/** What of a cell is drawn, in a text. */
const drawn_of = cell => JSON.stringify([cell.winners, strength(cell.margin), cell.simulated]);

/** The cells of a board with their places. */
function* placed_cells(board, width) {
  for (const [row, {of}] of board.sizes.entries())
    for (const [p, n] of of) {
      const cell = board.cells.get(key_of(p, n));
      if (cell) yield [cell, label + board.processes.indexOf(p) * width, heading + row * height, row];
    }
}

/** Draws a board into `place`. `looks`: letter and colour by algorithm; `room`: pixels beside each other. What is drawn there already stays. */
export function draw_map(place, board, looks, room) {
  const columns = board.processes, width = Math.max(least_width, Math.min(most_width, (room - label) / columns.length));
  const frame = JSON.stringify([columns, board.sizes, [...looks], width, colour("--panel")]);
  if (place.dataset.frame !== frame) draw_frame(place, board, width);
  place.dataset.frame = frame;
  const rows = place.querySelectorAll("[role=row]"), known = new Map([...place.querySelectorAll("[data-key]")].map(each => [each.dataset.key, each]));
  for (const [cell, x, y, row] of placed_cells(board, width)) {
    const old = known.get(key_of(cell.p, cell.bytes));
    if (old?.dataset.drawn === drawn_of(cell)) tell(old, cell);
    else if (old) old.replaceWith(cell_group(cell, looks, x, y, width));
    else rows[row].append(cell_group(cell, looks, x, y, width));
  }
}

/** Has a cell's group say what it says in words. */
function tell(group, cell) {
  const words = words_of(cell);
  group.setAttribute("aria-label", words);
  group.querySelector("title").textContent = words;
}

/** Rows without cells, and what stands beside and above them. */
function draw_frame(place, board, width) {
  const columns = board.processes, drawn = picture(label + columns.length * width + 2, heading + board.sizes.length * height + 22, "the fastest algorithm by ranks and size");
  drawn.setAttribute("role", "grid");
  board.sizes.forEach(({text: size}, row) =>
    drawn.append(svg("g", {role: "row"}, text(label - 8, heading + row * height + height / 2 + 5, size, {"text-anchor": "end"}))));
  columns.forEach((p, i) => drawn.append(text(label + (i + 0.5) * width, heading - 8, p, {"text-anchor": "middle"})));
  drawn.append(text(label - 8, heading - 8, "ranks", {"text-anchor": "end", fill: colour("--soft")}));
  place.replaceChildren(drawn);
}

/** Arrows move from cell to cell; `choose` hears of Enter, a blank and clicks, `point` of where focus or pointer is. */
export function listen_to_map(place, choose, point) {
  const cell_of = event => event.target.closest?.("[role=gridcell]");
  const told = call => event => { const cell = cell_of(event); if (cell) call(cell.dataset.key); };
  place.addEventListener("click", told(choose));
  place.addEventListener("pointerover", told(point));
  place.addEventListener("focusin", told(point));
  place.addEventListener("keydown", event => {
    const cell = cell_of(event);
    if (!cell) return;
    if (event.key === "Enter" || event.key === " ") choose(cell.dataset.key);
    else if (!move(place, cell, event.key)) return;
    event.preventDefault();
  });
}

function move(place, cell, key) {
  const step = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]}[key];
  if (!step) return false;
  const rows = [...place.querySelectorAll("[role=row]")].map(row => [...row.querySelectorAll("[role=gridcell]")]);
  const y = rows.findIndex(row => row.includes(cell)), x = rows[y].indexOf(cell), row = rows[y + step[1]];
  const next = row?.[step[1] ? Math.min(x, row.length - 1) : x + step[0]];
  next?.focus();
  return true;
}

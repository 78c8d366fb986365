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
  const group = svg("g", {role: "gridcell", tabindex: -1, "aria-label": words_of(cell), "data-key": key_of(cell.p, cell.bytes)});
  const winners = cell.winners ?? [], back = colour("--panel"), most = Math.floor(width / least_part), more = winners.length > most;
  const shown = winners.slice(0, more ? most - 1 : most), part = width / Math.max(1, shown.length + more);
  const put = (words, i, fill) => group.append(svg("rect", {x: x + i * part, y, width: part, height, fill}),
                                               text(x + (i + 0.5) * part, y + height / 2 + 5, words, {fill: ink(fill), "text-anchor": "middle"}));
  shown.forEach((name, i) => put(looks.get(name).letter, i, mixed(looks.get(name).colour, back, strength(cell.margin))));
  if (more) put(`+${winners.length - shown.length}`, shown.length, back);
  // A corner tells that the engine has answered, for those who see no badge.
  if (cell.simulated) group.append(svg("path", {d: `M${x + width - 9} ${y + 1}h8v8z`, fill: colour("--text")}));
  group.append(svg("rect", {class: "frame", x: x + 0.5, y: y + 0.5, width: width - 1, height: height - 1, fill: "none", stroke: back}),
               svg("title", {}, words_of(cell)));
  return group;
}

/** Draws a board into `place`. `looks`: letter and colour by algorithm; `room`: pixels beside each other. */
export function draw_map(place, board, looks, room) {
  const columns = board.processes, width = Math.max(least_width, Math.min(most_width, (room - label) / columns.length));
  const drawn = picture(label + columns.length * width + 2, heading + board.sizes.length * height + 22, "the fastest algorithm by ranks and size");
  drawn.setAttribute("role", "grid");
  board.sizes.forEach(({text: size, of}, row) => {
    const y = heading + row * height, group = svg("g", {role: "row"}, text(label - 8, y + height / 2 + 5, size, {"text-anchor": "end"}));
    for (const [p, n] of of) {
      const cell = board.cells.get(key_of(p, n));
      if (cell) group.append(cell_group(cell, looks, label + columns.indexOf(p) * width, y, width));
    }
    drawn.append(group);
  });
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

// The time of every algorithm over the size, on the ranks of one column. As SVG, which can be saved; uPlot, say, fills a canvas.

import {colour, contrast, logarithmic, picture, svg, text} from "./draw.js";
import {bytes, seconds} from "./text.js";

const height = 320, left = 74, right = 26, top = 12, bottom = 40;

/** 1, 10, 100 ... of an interval, its ends included. */
function decades(least, most) {
  const ticks = [];
  for (let power = Math.floor(Math.log10(least)); power <= Math.ceil(Math.log10(most)); ++power) ticks.push(Number(`1e${power}`));
  return ticks;
}

/** By algorithm, the cells of the column that it has a time in: [bytes, seconds]. */
function lines_of(board, p) {
  const lines = new Map();
  for (const cell of [...board.cells.values()].filter(each => each.p === p && each.bytes > 0).sort((a, b) => a.bytes - b.bytes))
    for (const [name, time] of cell.times)
      if (time > 0) lines.set(name, [...(lines.get(name) ?? []), [cell.bytes, time]]);
  return lines;
}

/** Draws the column of `p` ranks into `place`; `marked`: a size to mark. */
export function draw_curves(place, board, looks, p, marked, room) {
  const lines = lines_of(board, p), all = [...lines.values()].flat();
  if (all.length === 0) return place.replaceChildren("No time depends on a size here.");
  const width = Math.max(320, Math.min(700, room));
  const sizes = all.map(each => each[0]), times = all.map(each => each[1]), ticks = decades(Math.min(...times), Math.max(...times));
  const x = logarithmic(Math.min(...sizes), Math.max(...sizes), left, width - right);
  const y = logarithmic(ticks[0], ticks.at(-1), height - bottom, top);
  const drawn = picture(width, height, `time over size on ${p} ranks`), soft = colour("--soft"), line = colour("--line");
  for (const tick of ticks)
    drawn.append(svg("path", {d: `M${left} ${y(tick)}H${width - right}`, stroke: line}),
                 text(left - 6, y(tick) + 4, seconds(tick), {"text-anchor": "end", fill: soft}));
  const rows = [...new Set(sizes)].sort((a, b) => a - b), every = Math.ceil(rows.length * 70 / (width - left - right));
  rows.forEach((n, i) => {
    if (i % every === 0) drawn.append(text(x(n), height - bottom + 16, bytes(n), {"text-anchor": "middle", fill: soft}));
  });
  drawn.append(text((left + width - right) / 2, height - 6, `size, on ${p} ranks`, {"text-anchor": "middle", fill: soft}));
  if (marked > 0) drawn.append(svg("path", {d: `M${x(marked)} ${top}V${height - bottom}`, stroke: colour("--text"), "stroke-dasharray": "3 4"}));
  let above = -Infinity;
  for (const [name, its] of [...lines].sort((a, b) => b[1].at(-1)[1] - a[1].at(-1)[1])) {
    const look = looks.get(name), [n, time] = its.at(-1);
    above = Math.max(above + 12, y(time) + 4);  // letters do not cover each other
    const path = {d: "M" + its.map(each => `${x(each[0])} ${y(each[1])}`).join("L"), fill: "none"};
    if (contrast(look.colour, colour("--panel")) < 3) drawn.append(svg("path", {...path, stroke: soft, "stroke-width": 4.5}));
    drawn.append(svg("g", {stroke: look.colour, fill: look.colour}, svg("path", {...path, "stroke-width": 2}),
      ...its.map(each => svg("circle", {cx: x(each[0]), cy: y(each[1]), r: 3}, svg("title", {}, `${name}, ${bytes(each[0])}: ${seconds(each[1])}`)))),
      text(x(n) + 6, above, look.letter));
  }
  place.replaceChildren(drawn);
}

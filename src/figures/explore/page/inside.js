// Why a cell takes its time: the critical path, the rounds step by step, what ranks do when, and the busiest links.

import {colour, picture, svg, text} from "./draw.js";
import {bytes, percent, seconds} from "./text.js";

const shown_steps = 40, shown_arrows = 600;

const element = (name, attributes = {}, ...children) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
};

/** What a colour means. */
function explained(colour, words) {
  const patch = element("span", {class: "patch"}, "\u00a0");
  patch.style.background = colour;
  return element("li", {}, patch, words);
}

export function draw_why(place, found, colours) {
  const {path} = found, bar = element("div", {class: "shares", role: "img", "aria-label": "shares of the critical path"});
  const list = element("ul", {id: "shares"});
  path.shares.forEach(([name, time], i) => {
    const part = element("span", {title: `${name}: ${seconds(time)}`});
    part.style.background = colours[i];
    part.style.flexGrow = path.seconds > 0 ? time / path.seconds : 0;
    bar.append(part);
    list.append(explained(colours[i], `${name}: ${seconds(time)}, ${percent(path.seconds > 0 ? time / path.seconds : 0)}`));
  });
  const rows = path.segments.slice(0, shown_steps).map(each => element("tr", {}, ...[
    each.kind === "message" ? `message ${each.from} → ${each.to}` : `${each.kind} on ${each.rank}`, bytes(each.bytes),
    seconds(each.begin), seconds(each.end - each.begin)].map(words => element("td", {}, words))));
  const more = path.segments.length - rows.length;
  const steps = element("details", {}, element("summary", {}, `its ${path.segments.length} steps${more > 0 ? `, the first ${rows.length} of them` : ""}`),
    element("table", {}, element("thead", {}, element("tr", {}, ...["step", "bytes", "begins", "takes"].map(each => element("th", {}, each)))),
            element("tbody", {}, ...rows)));
  place.replaceChildren(element("p", {}, `${found.algorithm} on ${found.p} ranks, ${bytes(found.bytes)}: ${seconds(found.seconds)} by the fast engine. Its critical path is made of:`), bar, list, steps);
}

/** What arrows end with, in their colour, to be named in their "marker-end". */
const tip = (id, size) => svg("defs", {}, svg("marker", {id, viewBox: "0 0 10 10", refX: 9, refY: 5, markerWidth: size, markerHeight: size, markerUnits: "userSpaceOnUse", orient: "auto"},
  svg("path", {d: "M0 0L10 5L0 10z", fill: "context-stroke"})));

/** Where ranks stand in a circle, or beyond 32 in two, and how large they are. */
function places(p, size) {
  const radius = Math.max(8, Math.min(24, 0.9 * size / p));
  const away = rank => size / 2 - radius - 4 - (p > 32 && rank % 2 ? 30 : 0);
  return [radius, Array.from({length: p}, (_, rank) => [size / 2 + away(rank) * Math.sin(2 * Math.PI * rank / p), size / 2 - away(rank) * Math.cos(2 * Math.PI * rank / p)])];
}

const of_ranks = ranks => ranks.length === 0 ? "nobody" : ranks.length > 12 ? `${ranks.length} ranks` : ranks.join(", ");

/** The rounds of a run, one after the other. */
export class Rounds {
  constructor(place, output, found, colours) {
    Object.assign(this, {place, output, found, colours, shown: 0});
    this.count = found.rounds.at(-1)?.round ?? 0;
    this.show(0);
  }

  /** After so many rounds; 0: before the first. */
  show(round) {
    this.shown = Math.min(Math.max(0, round), this.count);
    const {p, rounds} = this.found, size = Math.max(340, Math.min(480, this.place.clientWidth || 340)), [radius, at] = places(p, size);
    const now = rounds.filter(each => each.round === this.shown), held = this.held();
    const drawn = picture(size, size, `messages of round ${this.shown}`, tip("arrow", 14));
    for (const message of now) drawn.append(this.arrow(message, at, radius));
    at.forEach((place, rank) => drawn.append(this.rank(rank, place, radius, held?.[rank])));
    this.place.replaceChildren(drawn);
    this.output.value = this.shown === 0 ? `before the first of ${this.count} rounds`
      : `round ${this.shown} of ${this.count}: ${now.length} messages of ${[...new Set([Math.min(...now.map(m => m.bytes)), Math.max(...now.map(m => m.bytes))])].map(bytes).join(" to ")}`;
  }

  /** By rank, from whom it has something after the rounds shown; nothing where nobody tells. */
  held() {
    if (!this.found.contributes) return null;
    const held = this.found.contributes.map((contributes, rank) => new Set(contributes ? [rank] : []));
    for (const {round, to, origins} of this.found.rounds) if (round <= this.shown) origins.forEach(each => held[to].add(each));
    return held;
  }

  /** A message has the colour of the only rank whose data it carries. */
  arrow({from, to, bytes: n, origins}, at, radius) {
    const [x1, y1] = at[from], [x2, y2] = at[to], length = Math.hypot(x2 - x1, y2 - y1) || 1, cut = radius + 2;
    const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length], whose = origins ? ` of ${of_ranks(origins)}` : "";
    return svg("path", {d: `M${x1 + dx * cut} ${y1 + dy * cut}L${x2 - dx * cut} ${y2 - dy * cut}`, "stroke-width": 2.5, fill: "none",
      "marker-end": "url(#arrow)", stroke: origins?.length === 1 ? this.colour_of(origins[0]) : colour("--text")}, svg("title", {}, `${from} → ${to}: ${bytes(n)}${whose}`));
  }

  /** A rank is a pie, with a piece for each rank that it has something of. */
  rank(rank, [x, y], radius, held) {
    const {p} = this.found, point = k => `${x + radius * Math.sin(2 * Math.PI * k / p)} ${y - radius * Math.cos(2 * Math.PI * k / p)}`;
    const pieces = [...held ?? []].map(origin => p === 1 ? svg("circle", {cx: x, cy: y, r: radius, fill: this.colour_of(origin)})
      : svg("path", {d: `M${x} ${y}L${point(origin)}A${radius} ${radius} 0 0 1 ${point(origin + 1)}z`, fill: this.colour_of(origin)}));
    return svg("g", {}, svg("circle", {cx: x, cy: y, r: radius, fill: colour("--back"), stroke: colour("--soft")}), ...pieces,
      svg("title", {}, `rank ${rank}${held ? ` has something of ${of_ranks([...held])}` : ""}`),
      text(x, y + 4, rank, {"text-anchor": "middle", stroke: colour("--panel"), "stroke-width": 3, "paint-order": "stroke"}));
  }

  colour_of(rank) { return this.colours[rank % this.colours.length]; }
}

/** A bar for each rank, with an arrow for each message. */
export function draw_timeline(place, found, colours, room) {
  const {p, spans, messages, activities} = found, left = 30, top = 6, width = Math.max(340, room - 4), height = Math.max(6, Math.min(22, 560 / p));
  const end = spans.flat().reduce((most, each) => Math.max(most, each[2]), Number.MIN_VALUE), x = time => left + (width - left - 12) * time / end;
  const drawn = picture(width, top + p * height + 24, "what ranks do when", tip("received", 7));
  spans.forEach((its, rank) => {
    const y = top + rank * height;
    if (height > 10 || rank % 4 === 0) drawn.append(text(left - 6, y + Math.min(height, 14) - 2, rank, {"text-anchor": "end"}));
    for (const [activity, from, to, peer, n] of its)
      drawn.append(svg("rect", {x: x(from), y, width: Math.max(0.4, x(to) - x(from)), height: height * 0.8, fill: colours[activity]},
        svg("title", {}, `rank ${rank}: ${activities[activity]} ${peer >= 0 ? `with ${peer}, ` : ""}${bytes(n)}, ${seconds(to - from)}`)));
  });
  for (const [from, to, , sent, got] of messages.slice(0, shown_arrows))
    drawn.append(svg("path", {d: `M${x(sent)} ${top + (from + 0.4) * height}L${x(got)} ${top + (to + 0.4) * height}`, stroke: colour("--text"), "stroke-opacity": 0.5, "stroke-width": 0.8, "marker-end": "url(#received)"}));
  drawn.append(text(left, top + p * height + 16, "0"), text(width - 12, top + p * height + 16, seconds(end), {"text-anchor": "end"}));
  place.replaceChildren(element("ul", {}, ...activities.map((name, i) => explained(colours[i], name))), drawn);
}

export function draw_links(place, found) {
  const total = found.path.seconds;
  place.replaceChildren(...found.links.map(each => {
    const busy = total > 0 ? each.seconds / total : 0;
    return element("div", {class: "link"}, element("span", {}, each.name), element("meter", {value: Math.min(1, busy), "aria-label": `${each.name} is busy`}), element("span", {}, `${percent(busy)}, ${bytes(each.bytes)}`));
  }));
  if (found.links.length === 0) place.replaceChildren("No message has passed a link.");
}

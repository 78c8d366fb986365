// Pictures: elements of SVG, colours and scales.

const namespace = "http://www.w3.org/2000/svg";

/** An element with attributes and children, texts or elements. */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(namespace, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** A picture of so many pixels. */
export const picture = (width, height, label, ...children) =>
  svg("svg", {xmlns: namespace, width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label}, ...children);

export const text = (x, y, words, attributes = {}) => svg("text", {x, y, fill: colour("--text"), ...attributes}, String(words));

const known_colours = new Map();
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => known_colours.clear());

/** A colour of the page's style, light or dark. To ask the style has the browser lay out what was just drawn. */
export function colour(name) {
  if (!known_colours.has(name)) known_colours.set(name, getComputedStyle(document.documentElement).getPropertyValue(name).trim());
  return known_colours.get(name);
}

const channels = hex => [1, 3, 5].map(at => parseInt(hex.slice(at, at + 2), 16));
const luminance = hex => {
  const [red, green, blue] = channels(hex).map(x => x / 255).map(x => x <= 0.03928 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** So much of a colour on another one. */
export function mixed(over, under, share) {
  const below = channels(under);
  return "#" + channels(over).map((x, i) => Math.round(x * share + below[i] * (1 - share)).toString(16).padStart(2, "0")).join("");
}

/** How well two colours are told from each other, from 1 to 21; lines need 3. */
export function contrast(hex, other) {
  const [dark, light] = [luminance(hex), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Black or white, whichever is read better on a colour. */
export const ink = hex => luminance(hex) > 0.18 ? "#000000" : "#ffffff";

/** Places of numbers above 0 on a logarithmic axis between two pixels. */
export function logarithmic(least, most, from, to) {
  const span = Math.log(most / least) || 1;
  return x => from + (to - from) * Math.log(x / least) / span;
}

/** The text of a picture's file. */
export function file_of(drawn) {
  const copy = drawn.cloneNode(true);
  copy.prepend(svg("rect", {width: "100%", height: "100%", fill: colour("--panel")}));
  copy.setAttribute("font-family", "sans-serif");
  copy.setAttribute("font-size", "12");
  return new XMLSerializer().serializeToString(copy);
}

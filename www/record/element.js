// Creation of elements. Text is always inserted as text, never as markup.

const svgSpace = "http://www.w3.org/2000/svg";

/**
 * @param {string} name tag, with classes behind dots: `p.title`.
 * @param {object} attributes set as attributes; `on` is a table of listeners, `data` of data attributes. A value of
 *   undefined or false leaves the attribute out, true gives an empty one.
 * @param {...(Node | string | undefined | false)} children
 */
export function make(name, attributes = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  return fill(document.createElement(tag), classes, attributes, children);
}

/** Creates an SVG element likewise. */
export function draw(name, attributes = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  return fill(document.createElementNS(svgSpace, tag), classes, attributes, children);
}

function fill(element, classes, { on = {}, data = {}, ...attributes }, children) {
  if (classes.length) element.classList.add(...classes);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    element.setAttribute(key, value === true ? "" : value);
  }
  for (const [key, value] of Object.entries(data)) if (value !== undefined) element.dataset[key] = value;
  for (const [kind, listener] of Object.entries(on)) element.addEventListener(kind, listener);
  element.append(...children.filter((child) => child !== undefined && child !== false && child !== null));
  return element;
}

/** The address of the icons in the version of this page. */
const icons = import.meta.resolve("/icons.svg");

/** Returns an icon of `icons.svg` in the colour of the text; hidden from screen readers. */
export function icon(name) {
  return draw("svg.icon", { "aria-hidden": "true", viewBox: "0 0 24 24" }, draw("use", { href: `${icons}#${name}` }));
}

/** Replaces an icon. */
export const setIcon = (svg, name) => svg.firstElementChild.setAttribute("href", `${icons}#${name}`);

/** Returns the page's element with this id; throws if the page has none. */
export function byID(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`#${id} is not on this page`);
  return element;
}

/** Sets a text only if it differs, to avoid repaints and repeated announcements. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

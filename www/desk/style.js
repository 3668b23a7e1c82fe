// Stylesheets for parts of the page, loaded when needed.

import { make } from "/record/element.js";

const styles = new Map();

/** Adds a stylesheet to the page once; resolves when it applies, or cannot be loaded. */
export function loadStyle(address) {
  if (!styles.has(address)) {
    styles.set(address, new Promise((resolve) => {
      document.head.append(make("link", { rel: "stylesheet", href: import.meta.resolve(address), on: { load: resolve, error: resolve } }));
    }));
  }
  return styles.get(address);
}

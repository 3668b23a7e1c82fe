// Styles that only some of the page needs, read when they are needed.

import { make } from "/record/element.js";

const styles = new Map();

/** Puts a stylesheet into the page, once; resolves when it is in force, or cannot be had. */
export function loadStyle(address) {
  if (!styles.has(address)) {
    styles.set(address, new Promise((resolve) => {
      document.head.append(make("link", { rel: "stylesheet", href: address, on: { load: resolve, error: resolve } }));
    }));
  }
  return styles.get(address);
}

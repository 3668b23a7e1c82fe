// The frame of every page: the bar with the logo and the menu, and the navigation beside the content on a wide screen.

import { onLanguage, t } from "/hub/words.js";
import { icon, make } from "/record/element.js";
import { placesContent } from "/page/places.js";
import { startKeys } from "/page/keys.js";

/** `<page-bar>`; its own content stays in the bar. With `narrow`, the navigation is in the menu on every screen. */
class PageBar extends HTMLElement {
  #menu = make("button.quiet.menu-button", { type: "button", on: { click: () => openDrawer(this.#name) } }, icon("menu"));
  #brand = make("a.brand", { href: "/" }, icon("disc"));
  #places = make("nav.places", { id: "pages" });
  #name;

  connectedCallback() {
    if (this.#menu.isConnected) return;
    const own = [...this.childNodes];
    this.replaceChildren(make("header.bar", {}, this.#menu, this.#brand, ...own), this.#places);
    this.#brand.append("Deadwax");
  }

  /** Shows the words; called again for another language. @param {string} name of the page */
  show(name) {
    this.#name = name;
    this.#brand.setAttribute("aria-label", t("page.brand"));
    this.#menu.setAttribute("aria-label", t("nav.menu"));
    this.#places.setAttribute("aria-label", t("page.pages"));
    this.#places.replaceChildren(...placesContent(name));
  }
}
customElements.define("page-bar", PageBar);

/** Shows the words of the frame, and starts its keys. @param {string} name of the page */
export function showFrame(name) {
  document.querySelector("page-bar")?.show(name);
  startKeys();
}

let drawer;

/** Opens the navigation over the page. @param {string} name of the page */
export function openDrawer(name) {
  if (!drawer) {
    drawer = make("dialog.drawer", { on: { click: (event) => {
      if (event.target === drawer || event.target.closest("a")) drawer.close();
    } } });
    document.body.append(drawer);
    onLanguage(() => fillDrawer(name));
  }
  fillDrawer(name);
  drawer.showModal();
}

function fillDrawer(name) {
  drawer.setAttribute("aria-label", t("nav.menu"));
  const brand = make("span.brand", {}, icon("disc"));
  brand.append("Deadwax");
  drawer.replaceChildren(
    make("div.drawer-head", {}, brand,
      make("button.quiet", { type: "button", "aria-label": t("desk.close"), on: { click: () => drawer.close() } }, icon("close"))),
    make("nav.places", { "aria-label": t("page.pages") }, ...placesContent(name)));
}

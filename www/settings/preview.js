// The library's own colours on two cards, before they are saved.

import { t } from "/hub/words.js";
import { make } from "/record/element.js";

/** The names of the settings for light and for dark pages. */
const keys = { light: ["appearance.card", "appearance.accent"], dark: ["appearance.card-dark", "appearance.accent-dark"] };
const isColour = (text) => /^#?[0-9a-f]{6}$/i.test(text ?? "");

/** Returns the preview; `show` gives it the typed values. @param {(key: string) => string} valueOf a key */
export function colourPreview(valueOf) {
  const cards = Object.keys(keys).map((scheme) => make("section.colour-card", { data: { appearance: scheme },
    "aria-label": t(`settings.preview-${scheme}`) }, make("strong", {}, t(`settings.preview-${scheme}`)),
  make("span", {}, t("settings.preview-text")), make("span.colour-button", { "aria-hidden": "true" }, t("page.save"))));
  const element = make("div.colour-preview", { role: "group", "aria-label": t("settings.preview") }, ...cards);
  const show = () => cards.forEach((card) => {
    const [ground, accent] = keys[card.dataset.appearance].map(valueOf);
    set(card, "--card", isColour(ground) ? colour(ground) : "");
    set(card, "--accent", isColour(accent) ? colour(accent) : "");
    set(card, "--on-accent", isColour(accent) ? labelOn(colour(accent)) : "");
    const strength = Math.min(100, Math.max(60, Number.parseInt(valueOf("appearance.text"), 10) || 100));
    set(card, "--strength", `${strength}%`);
  });
  show();
  return { element, show };
}

/** Loads the library's colours again, after a change. */
export function applyColours() {
  const link = document.querySelector("link[href^='/colours.css']");
  if (link) link.href = `/colours.css?${Date.now()}`;
}

const set = (element, name, value) => (value ? element.style.setProperty(name, value) : element.style.removeProperty(name));

/** Returns a colour with its leading mark. */
export const colour = (text) => `#${text.replace(/^#/, "").toLowerCase()}`;

/** Returns the label of a button with that colour, as the hub chooses it: the one with more contrast. */
function labelOn(accent) {
  const [red, green, blue] = [1, 3, 5].map((place) => {
    const part = Number.parseInt(accent.slice(place, place + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  // As far from white as from the dark label, whose luminance is 0.008.
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05 < Math.sqrt(1.05 * 0.058) ? "#ffffff" : "#10142e";
}

// The controls of settings whose values are names of other things: the place of the pick-up shelf, and the days of the week.

import { get, query } from "/hub/client.js";
import { spokenLanguage, t } from "/hub/words.js";
import { make } from "/record/element.js";

/** The days of the week as the hub names them, in the order of ISO 8601. */
const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
/** A Monday. */
const monday = Date.UTC(2024, 0, 1);
const day = 86_400_000;
/** The most places that are offered. */
const most = 2000;

/** The names of the places by id; empty until they are read. */
const places = new Map();

/** Reads the places. Without an answer, the id of a place can still be seen. */
export async function readPlaces() {
  places.clear();
  let cursor;
  do {
    const page = await get(`/places${query({ limit: 200, cursor })}`);
    for (const { id, name } of page.items) places.set(id, name);
    cursor = page.next;
  } while (cursor && places.size < most);
}

/** Returns the name of a place. A change in the history does not say which place it was. @param {string} id */
export const placeName = (id) => places.get(id) ?? t("settings.some-place");

/** @param {object} attributes of the control @param {string} now the id, or `off` @param {(value: string) => void} onInput */
export function placeChoice(attributes, now, onInput) {
  const known = [...places].sort(([, one], [, other]) => one.localeCompare(other, spokenLanguage()));
  const choices = [["off", t("settings.no-place")], ...known, ...now !== "off" && !places.has(now) ? [[now, now]] : []];
  return make("span.setting-field", {}, make("select.field-select", { ...attributes, on: { change: (event) => onInput(event.target.value) } },
    ...choices.map(([value, name]) => make("option", { value, selected: value === now }, name))));
}

/** Returns the name of a day of the week. @param {string} name as the hub has it @param {"long" | "short"} weekday */
const dayName = (name, weekday) => new Intl.DateTimeFormat(spokenLanguage(), { weekday, timeZone: "UTC" }).format(monday + weekdays.indexOf(name) * day);

/** Returns days of the week in words. @param {string} value such as `saturday, sunday` */
export const dayNames = (value) => split(value).map((name) => (weekdays.includes(name) ? dayName(name, "long") : name)).join(", ");

const split = (value) => value.split(",").map((one) => one.trim()).filter(Boolean);

/** @param {object} attributes of the group @param {string} now such as `saturday, sunday` @param {(value: string) => void} onInput */
export function dayChoice({ id, ...attributes }, now, onInput) {
  const chosen = new Set(split(now));
  return make("span.setting-days", { id, role: "group", ...attributes }, ...weekdays.map((name) => make("label.setting-day", {},
    make("input", { type: "checkbox", "aria-label": dayName(name, "long"), checked: chosen.has(name), on: { change: (event) => {
      if (event.target.checked) chosen.add(name);
      else chosen.delete(name);
      onInput(weekdays.filter((one) => chosen.has(one)).join(", "));
    } } }), make("span", { "aria-hidden": "true" }, dayName(name, "short")))));
}

// The subjects of labels: copies, places, slots, borrowers, commands, blanks. Each kind has its own small form.

import { get, query } from "/hub/client.js";
import { t } from "/hub/words.js";
import { make, setText } from "/record/element.js";
import { CopySearch } from "/record/copies.js";

/** The kinds in the order of the chips. */
export const kinds = [
  "search", "copies", "place", "places", "slots", "borrowers", "commands", "blanks", "alignment",
];

/** Returns an element whose words follow the language. */
const told = (name, key, attributes = {}) => make(name, { ...attributes, "data-t": key }, t(key));

/**
 * Returns the form of one kind.
 *
 * @param {string} kind
 * @param {{onChange: () => void, onProblem: (error: Error) => void}} handlers
 * @param {object[] | string} [given] copies that are chosen from the beginning, or words to search for
 * @returns {{element: Node[], read: () => object | undefined, count: () => number | undefined, missing: string,
 *   focus: () => void, speak?: () => void}} `read` returns the subjects for the hub, or undefined while the entry that
 *   the key `missing` names is missing; `count` the labels, if known; `speak` updates texts with numbers after a change
 *   of the language.
 */
export const subjectForm = (kind, handlers, given) => forms[kind](handlers, given);

const forms = {
  search({ onChange }, given = "") {
    const field = make("input", {
      type: "search", id: "label-words", value: given, autocomplete: "off", spellcheck: "false", placeholder: t("labels.words-some"),
      "data-t-placeholder": "labels.words-some", on: { input: onChange },
    });
    return {
      element: [make("div.entry", {}, told("label", "labels.words", { for: "label-words" }), field,
        told("p.help", "labels.words-help"))],
      read: () => (field.value.trim() ? { search: field.value.trim() } : undefined),
      count: () => undefined,
      missing: "labels.words-missing",
      focus: () => field.focus(),
    };
  },

  copies({ onChange }, given = []) {
    const chosen = new Map(given.map((copy) => [copy.id, copy]));
    const said = make("p.soft", { role: "status" });
    const speak = () => {
      const names = [...chosen.values()].map(({ number }) => t("labels.copy", { number }));
      setText(said, names.length ? t("labels.copies-picked", { count: names.length, names: names.join(", ") })
        : t("labels.copies-none"));
    };
    const search = new CopySearch({
      isChosen: (copy) => chosen.has(copy.id),
      onChoose: (copy) => {
        if (chosen.has(copy.id)) chosen.delete(copy.id);
        else chosen.set(copy.id, copy);
        search.refresh();
        speak();
        onChange();
      },
    });
    speak();
    return {
      element: [search.element, said],
      read: () => (chosen.size ? { copies: [...chosen.keys()] } : undefined),
      count: () => chosen.size,
      missing: "labels.copies-missing",
      focus: () => search.field.focus(),
      speak: () => {
        search.refresh();
        speak();
      },
    };
  },

  place({ onChange, onProblem }) {
    let places = [];
    const select = make("select", { id: "copies-place", on: { change: onChange } });
    const speak = () => showPlaces(select, places, ({ name, copies }) => (
      [name, copiesWord(copies)].filter(Boolean).join(" · ")));
    speak();
    readPlaces(onProblem).then((found) => {
      places = found;
      speak();
    });
    return {
      element: [make("div.entry", {}, told("label", "labels.place", { for: "copies-place" }), select)],
      read: () => (select.value ? { place: select.value } : undefined),
      count: () => places.find(({ id }) => id === select.value)?.copies,
      missing: "labels.place-missing",
      focus: () => select.focus(),
      speak,
    };
  },

  places({ onChange, onProblem }) {
    const chosen = new Set();
    const list = make("ul.ticks", {});
    let places = [];
    const speak = () => list.replaceChildren(...places.map((place) => make("li", {},
      tick(place.name, copiesWord(place.copies), chosen.has(place.id), (isOn) => {
        if (isOn) chosen.add(place.id);
        else chosen.delete(place.id);
        onChange();
      }))));
    readPlaces(onProblem).then((found) => {
      places = found;
      speak();
    });
    return {
      element: [list],
      read: () => (chosen.size ? { places: [...chosen] } : undefined),
      count: () => chosen.size,
      missing: "labels.places-missing",
      focus: () => list.querySelector("input")?.focus(),
      speak,
    };
  },

  slots({ onChange, onProblem }) {
    let positions = [];
    const from = number("labels.from-slot", 1, onChange);
    const to = number("labels.to-slot", 1, onChange);
    const select = make("select", { id: "slot-place", on: { change: async () => {
      positions = [];
      try {
        if (select.value) positions = (await get(`/places/${encodeURIComponent(select.value)}`)).positions ?? [];
        from.value = positions[0]?.number ?? 1;
        to.value = positions.at(-1)?.number ?? 1;
      } catch (error) {
        onProblem(error);
      }
      onChange();
    } } });
    let places = [];
    const speak = () => showPlaces(select, places, ({ name, slots }) => (
      [name, slots && t("labels.slots", { count: slots })].filter(Boolean).join(" · ")));
    speak();
    readPlaces(onProblem).then((found) => {
      places = found.filter(({ slots }) => slots !== 0);
      speak();
    });
    const within = () => positions.filter((slot) => slot.number >= from.value && slot.number <= to.value);
    return {
      element: [make("div.entry", {}, told("label", "labels.slots-of", { for: "slot-place" }), select),
        make("div.numbers", {}, from.element, to.element)],
      read: () => (within().length ? { slots: within().map(({ id }) => id) } : undefined),
      count: () => within().length,
      missing: "labels.slots-missing",
      focus: () => select.focus(),
      speak,
    };
  },

  borrowers({ onChange }) {
    const field = make("textarea", { id: "borrowers", rows: 4, spellcheck: "false", on: { input: onChange } });
    const read = () => field.value.split("\n").map((line) => line.trim()).filter(Boolean);
    return {
      element: [make("div.entry", {}, told("label", "labels.borrowers", { for: "borrowers" }), field,
        told("p.help", "labels.borrowers-help"))],
      read: () => (read().length ? { borrowers: read() } : undefined),
      count: () => read().length || undefined,
      missing: "labels.borrowers-missing",
      focus: () => field.focus(),
    };
  },

  commands: () => ({
    element: [told("p", "labels.commands-help")],
    read: () => ({ commands: true }),
    count: () => undefined,
    missing: "",
    focus: () => {},
  }),

  alignment: () => ({
    element: [told("p", "labels.alignment-help")],
    read: () => ({ alignment: true }),
    count: () => undefined,
    missing: "",
    focus: () => {},
  }),

  blanks({ onChange }) {
    const field = number("labels.blanks", 24, onChange, 2000);
    return {
      element: [make("div.numbers", {}, field.element), told("p.soft", "labels.blanks-help")],
      read: () => (field.value >= 1 && field.value <= 2000 ? { blanks: field.value } : undefined),
      count: () => field.value,
      missing: "labels.blanks-missing",
      focus: () => field.focus(),
    };
  },
};

async function readPlaces(onProblem) {
  try {
    const { items } = await get(`/places${query({ limit: 200 })}`);
    return items;
  } catch (error) {
    onProblem(error);
    return [];
  }
}

/** Fills a list with the places to choose from, and preserves the choice. */
function showPlaces(select, places, text) {
  const chosen = select.value;
  select.replaceChildren(make("option", { value: "" }, t("page.choose-place")),
    ...places.map((place) => make("option", { value: place.id }, text(place))));
  select.value = chosen;
}

const copiesWord = (count) => (count === undefined ? "" : t("labels.copies", { count }));

function tick(name, more, checked, onChange) {
  return make("label.check", {}, make("input", { type: "checkbox", checked, on: { change: (event) => (
    onChange(event.currentTarget.checked)) } }), make("span", {}, make("strong", { dir: "auto" }, name),
  more && make("small", {}, more)));
}

function number(key, value, onChange, max = 99_999) {
  const field = make("input", { type: "number", min: 1, max, value, inputmode: "numeric", on: { input: onChange } });
  return {
    element: make("label", {}, told("span", key), " ", field),
    get value() { return Number.parseInt(field.value, 10) || 0; },
    set value(next) { field.value = next; },
    focus: () => field.focus(),
  };
}

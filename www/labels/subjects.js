// What the labels are for: copies, places, slots, borrowers, commands, blanks. Each kind has its own small form.

import { get, query } from "/hub/client.js";
import { make, setText } from "/record/element.js";
import { CopySearch } from "/record/copies.js";

/** Kinds in the order of the chips. */
export const kinds = {
  search: "Copies by words",
  copies: "Picked copies",
  place: "Copies at a place",
  places: "Places",
  slots: "Slots",
  borrowers: "Borrowers’ cards",
  commands: "Command cards",
  blanks: "Blanks",
  alignment: "Test page",
};

/**
 * The form of one kind.
 *
 * @param {string} kind
 * @param {{onChange: () => void, onProblem: (error: Error) => void}} handlers
 * @returns {{element: Node[], read: () => object | undefined, count: () => number | undefined, missing: string}} `read`
 *   gives what the hub takes as subjects, or undefined while something is missing; `count` the labels, where that is
 *   known.
 */
export const subjectForm = (kind, handlers) => forms[kind](handlers);

const forms = {
  search({ onChange }) {
    const field = make("input", {
      type: "search", id: "label-words", autocomplete: "off", spellcheck: "false", placeholder: "Title or artist",
      on: { input: onChange },
    });
    return {
      element: [make("div.entry", {}, make("label", { for: "label-words" }, "Words in title or artist"), field,
        make("p.help", {}, "A label for every copy of each release that has these words."))],
      read: () => (field.value.trim() ? { search: field.value.trim() } : undefined),
      count: () => undefined,
      missing: "Type the words that the releases have.",
      focus: () => field.focus(),
    };
  },

  copies({ onChange }) {
    const chosen = new Map();
    const said = make("p.soft", { role: "status" }, "None is picked yet.");
    const search = new CopySearch({
      isChosen: (copy) => chosen.has(copy.id),
      onChoose: (copy) => {
        if (chosen.has(copy.id)) chosen.delete(copy.id);
        else chosen.set(copy.id, copy);
        search.refresh();
        const names = [...chosen.values()].map(({ number }) => `copy ${number}`);
        setText(said, `${chosen.size} picked: ${names.join(", ")}`);
        onChange();
      },
    });
    return {
      element: [search.element, said],
      read: () => (chosen.size ? { copies: [...chosen.keys()] } : undefined),
      count: () => chosen.size,
      missing: "Pick at least one copy.",
      focus: () => search.field.focus(),
    };
  },

  place({ onChange, onProblem }) {
    let places = [];
    const select = make("select", { id: "copies-place", on: { change: onChange } },
      make("option", { value: "" }, "Choose a place"));
    readPlaces(onProblem).then((found) => {
      places = found;
      select.append(...found.map((place) => (
        make("option", { value: place.id }, [place.name, counted(place.copies, "copy", "copies")].join(" · ")))));
    });
    return {
      element: [make("div.entry", {},
        make("label", { for: "copies-place" }, "Every copy at this place and below"), select)],
      read: () => (select.value ? { place: select.value } : undefined),
      count: () => places.find(({ id }) => id === select.value)?.copies,
      missing: "Choose a place.",
      focus: () => select.focus(),
    };
  },

  places({ onChange, onProblem }) {
    const chosen = new Set();
    const list = make("ul.ticks", {});
    readPlaces(onProblem).then((places) => list.replaceChildren(...places.map((place) => make("li", {},
      tick(place.name, counted(place.copies, "copy", "copies"), (isOn) => {
        if (isOn) chosen.add(place.id);
        else chosen.delete(place.id);
        onChange();
      })))));
    return {
      element: [list],
      read: () => (chosen.size ? { places: [...chosen] } : undefined),
      count: () => chosen.size,
      missing: "Tick at least one place.",
      focus: () => list.querySelector("input")?.focus(),
    };
  },

  slots({ onChange, onProblem }) {
    let positions = [];
    const from = number("From slot", 1, onChange);
    const to = number("To slot", 1, onChange);
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
    } } }, make("option", { value: "" }, "Choose a place"));
    readPlaces(onProblem).then((places) => select.append(...places.filter(({ slots }) => slots !== 0).map((place) => (
      make("option", { value: place.id }, `${place.name}${place.slots ? ` · ${place.slots} slots` : ""}`)))));
    const within = () => positions.filter((slot) => slot.number >= from.value && slot.number <= to.value);
    return {
      element: [make("div.entry", {}, make("label", { for: "slot-place" }, "Slots of"), select),
        make("div.numbers", {}, from.element, to.element)],
      read: () => (within().length ? { slots: within().map(({ id }) => id) } : undefined),
      count: () => within().length,
      missing: "Choose a place that has slots.",
      focus: () => select.focus(),
    };
  },

  borrowers({ onChange }) {
    const field = make("textarea", { id: "borrowers", rows: 4, spellcheck: "false", on: { input: onChange } });
    const read = () => field.value.split("\n").map((line) => line.trim()).filter(Boolean);
    return {
      element: [make("div.entry", {}, make("label", { for: "borrowers" }, "Borrowers, one a line"), field,
        make("p.help", {}, "By the code on their card (DW:B:…) or their id. A label shows a name, so the sheet is for "
          + "the staff’s eyes."))],
      read: () => (read().length ? { borrowers: read() } : undefined),
      count: () => read().length || undefined,
      missing: "Name at least one borrower.",
      focus: () => field.focus(),
    };
  },

  commands: () => ({
    element: [make("p", {}, "One card for each mode, for Yes and No, and for End: with them the desk is worked by "
      + "scanning alone.")],
    read: () => ({ commands: true }),
    count: () => undefined,
    missing: "",
    focus: () => {},
  }),

  alignment: () => ({
    element: [make("p", {}, "A frame on every label of the sheet: print it on plain paper and hold it against the "
      + "labels before one is wasted.")],
    read: () => ({ alignment: true }),
    count: () => undefined,
    missing: "",
    focus: () => {},
  }),

  blanks({ onChange }) {
    const field = number("How many", 24, onChange, 2000);
    return {
      element: [make("div.numbers", {}, field.element), make("p.soft", {}, "Codes that name nothing yet: stick one on "
        + "a record, then claim it at the desk in the mode Bind.")],
      read: () => (field.value >= 1 && field.value <= 2000 ? { blanks: field.value } : undefined),
      count: () => field.value,
      missing: "Between 1 and 2,000 blanks.",
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

const counted = (count, one, many) => (count === undefined ? "" : `${count} ${count === 1 ? one : many}`);

function tick(name, more, onChange) {
  return make("label.check", {}, make("input", { type: "checkbox", on: { change: (event) => (
    onChange(event.currentTarget.checked)) } }), make("span", {}, make("strong", { dir: "auto" }, name),
  more && make("small", {}, more)));
}

function number(word, value, onChange, max = 99_999) {
  const field = make("input", { type: "number", min: 1, max, value, inputmode: "numeric", on: { input: onChange } });
  return {
    element: make("label", {}, `${word} `, field),
    get value() { return Number.parseInt(field.value, 10) || 0; },
    set value(next) { field.value = next; },
    focus: () => field.focus(),
  };
}

// The tags of a release: words that people put on it. They are shown as chips; staff add some, and take them away.

import { get, query, request } from "/hub/client.js";
import { grouped } from "/hub/clock.js";
import { t } from "/hub/words.js";
import { icon, make, setText } from "/record/element.js";
import { moveAmong } from "/page/finder.js";
import { isStaff } from "/page/person.js";
import { perform } from "/page/toast.js";

/** The most tags of a release, and the most characters of one. */
const most = 50;
const longest = 60;
/** A tag is no part of another one, and a line of a table separates them by this. */
const separator = ";";
const suggestAfter = 150;
const suggested = 8;

/** The text that a person is typing. It is kept here, because the page draws a release again when it changes. */
let draft = {};

/** Returns the words of a text without case, by which the page knows a tag that is there already. The hub folds them further. */
const plain = (text) => text.trim().toLocaleLowerCase();

/** The query that finds the releases with a tag. A quotation mark has no meaning in a tag. */
const queryOf = (tag) => `tag:="${tag.replaceAll('"', " ")}"`;

/** @param {object} release @param {() => void} refresh @returns {HTMLElement} hidden until there is something to see */
export function releaseTags(release, refresh) {
  const tags = release.tags ?? [];
  // It is asked before the page takes the old field away, which loses its focus.
  const hasFocus = draft.release === release.id && draft.hasFocus;
  const section = make("section.release-tags", { hidden: tags.length === 0, "aria-labelledby": "release-tags-title" },
    make("h3", { id: "release-tags-title" }, t("library.tags")),
    make("ul.tag-chips", {}, ...tags.map((tag) => make("li", {}, link(tag)))));
  isStaff().then((mayChange) => {
    if (!mayChange) return;
    section.querySelector("ul").replaceChildren(...tags.map((tag) => make("li", {}, link(tag), takeAway(tag))));
    section.append(entry());
    section.hidden = false;
    if (hasFocus) {
      const field = section.querySelector("input");
      field.focus();
      field.setSelectionRange(field.value.length, field.value.length);
    }
  });
  return section;

  function link(tag) {
    return make("a", { href: `/library${query({ q: queryOf(tag) })}`, dir: "auto" }, tag);
  }

  function takeAway(tag) {
    return make("button.quiet", { type: "button", "aria-label": t("library.tag-remove", { tag }), on: {
      click: () => save(tags.filter((other) => other !== tag), t("library.tag-removed", { tag })),
    } }, icon("close"));
  }

  function save(next, done) {
    draft = { release: release.id, text: "", hasFocus: true };
    return perform(() => request("PATCH", `/api/v1/releases/${encodeURIComponent(release.id)}`, {
      body: { tags: next }, headers: { "if-match": `"${release.version}"` },
    }), done, refresh);
  }

  /** Returns the field for new tags with the suggestions below it. */
  function entry() {
    let timer;
    let number = 0;
    const found = make("div.found", { id: "release-tag-found" });
    const status = make("p.help", { role: "status" });
    const input = make("input", {
      id: "release-tag", type: "text", maxlength: String(longest * 4), autocomplete: "off", spellcheck: "false", enterkeyhint: "done",
      value: draft.release === release.id ? draft.text : "", "aria-describedby": "release-tag-help", "aria-controls": "release-tag-found",
      on: {
        input: () => {
          note();
          clearTimeout(timer);
          timer = setTimeout(suggest, suggestAfter);
        },
        focus: () => {
          note();
          suggest();
        },
        blur: () => {
          draft.hasFocus = false;
        },
        keydown: (event) => {
          if (event.key === "ArrowDown" && found.firstElementChild) {
            event.preventDefault();
            found.firstElementChild.focus();
          }
          if (event.key === "Escape" && found.firstElementChild) {
            event.stopPropagation();
            close();
          }
        },
      },
    });

    const note = () => {
      draft = { release: release.id, text: input.value, hasFocus: true };
    };

    function close() {
      number += 1;
      clearTimeout(timer);
      found.replaceChildren();
    }

    /** Lists the known tags with a word that begins so; without a text, the most frequent ones. */
    async function suggest() {
      number += 1;
      const mine = number;
      let items;
      try {
        ({ items } = await get(`/release-tags${query({ search: input.value.split(separator).at(-1).trim(), limit: suggested * 2 })}`));
      } catch {
        // The field works without suggestions.
        items = [];
      }
      if (mine !== number || !input.isConnected) return;
      const own = new Set(tags.map(plain));
      const shown = items.filter(({ tag }) => !own.has(plain(tag))).slice(0, suggested);
      found.replaceChildren(...shown.map(({ tag, releases }) => make("button.quiet", { type: "button", on: {
        click: () => add([tag]),
        keydown: (event) => {
          if (event.key === "Escape") {
            event.stopPropagation();
            close();
            input.focus();
          } else if (event.key === "ArrowUp" && event.currentTarget === found.firstElementChild) {
            event.preventDefault();
            input.focus();
          } else moveAmong(event);
        },
      } }, make("span", { dir: "auto" }, tag), " ", make("span.soft", {}, grouped(releases)))));
      setText(status, shown.length ? t("library.tags-known", { count: shown.length }) : "");
    }

    /** Adds tags, unless the release has them. */
    function add(texts) {
      const known = new Set(tags.map(plain));
      const fresh = texts.map((text) => text.trim()).filter((text) => text && !known.has(plain(text)));
      close();
      if (!fresh.length) {
        setText(status, texts.some((text) => text.trim()) ? t("library.tag-there") : "");
        input.value = "";
        note();
        input.focus();
        return;
      }
      const wrong = !fresh.every((text) => /[\p{L}\p{N}]/u.test(text)) ? t("library.tag-signs")
        : fresh.some((text) => [...text].length > longest) ? t("library.tag-long", { most: longest })
        : tags.length + fresh.length > most && t("library.tags-full", { most });
      if (wrong) {
        setText(status, wrong);
        input.focus();
        return;
      }
      save([...tags, ...fresh], t("library.tag-added", { tag: fresh.join(`${separator} `) }));
    }

    return make("form.entry.tag-entry", { on: { submit: (event) => {
      event.preventDefault();
      add(input.value.split(separator));
    } } },
    make("label", { for: "release-tag" }, t("library.tag-new")),
    make("div.tag-field", {}, input, make("button", { type: "submit" }, t("library.tag-add"))),
    make("p.help", { id: "release-tag-help" }, t("library.tag-help")), status, found);
  }
}

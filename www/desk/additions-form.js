// The dialogs of a batch of additions: its settings, and the preview of its undo.

import { put } from "/hub/client.js";
import { every } from "/hub/every.js";
import { t } from "/hub/words.js";
import { make, setText } from "/record/element.js";
import { closeSheet, openSheet } from "/desk/sheet.js";
import { accessions } from "/desk/additions.js";

const grades = ["M", "NM", "VG+", "VG", "G+", "G", "F", "P"];

/** Opens the settings of the station's batch, or of a new one. @param {object} station */
export async function openAdditions(station) {
  const { settings = {}, version = 0 } = station.additions ?? {};
  const places = await every("/places");
  const condition = select("condition", [["", t("additions.any")], ...grades.map((grade) => [grade, grade])], settings.condition);
  const place = select("place", [["", t("additions.no-place")], ...places.map((one) => [one.id, placeName(one, places)])],
    settings.place);
  const accession = select("accession", [["", t("additions.not-noted")],
    ...Object.entries(accessions).map(([word, key]) => [word, t(key)])], settings.accession);
  const source = make("input", { id: "additions-source", type: "text", value: settings.source ?? "", maxlength: "120", autocomplete: "off" });
  const label = check("label", settings.label);
  const tag = check("tag", settings.tag);
  openDialog(t("additions.form"), [
    make("p.help", {}, t("additions.help")),
    entry("condition", condition), entry("place", place), entry("accession", accession), entry("source", source),
    label.element, tag.element,
  ], t(station.additions ? "additions.save" : "additions.begin"), () => put(`/stations/${encodeURIComponent(station.name)}/batch`, {
    ...condition.value && { condition: condition.value },
    ...place.value && { place: place.value },
    ...accession.value && { accession: accession.value },
    ...source.value.trim() && { source: source.value.trim() },
    label: label.input.checked, tag: tag.input.checked,
  }, { headers: { "if-match": `"${version}"` } }));
  condition.focus();
}

/** Opens the preview of the undo of a batch. @param {object} batch @param {() => Promise<void>} undo */
export function openUndo(batch, undo) {
  const removed = batch.copies.filter(({ isKept }) => !isKept);
  const kept = batch.copies.filter(({ isKept }) => isKept);
  const list = (copies) => make("ul.additions-list", {}, ...copies.map(({ copy, release }) => make("li", { dir: "auto" },
    [`#${copy.number}`, release.title, release.artist].filter(Boolean).join(" · "))));
  openDialog(t("additions.undo"), [
    make("p", {}, t("additions.removes", { count: removed.length })), list(removed),
    ...kept.length ? [make("p", {}, t("additions.keeps", { count: kept.length })), list(kept)] : [],
  ], t("additions.remove"), undo, removed.length > 0);
}

function openDialog(title, content, act, send, isReady = true) {
  const trouble = make("p.problem", { role: "alert", hidden: true });
  const button = make("button.primary", { type: "submit", disabled: !isReady }, act);
  openSheet(title, [make("form.entry", { novalidate: true, on: {
    submit: async (event) => {
      event.preventDefault();
      button.disabled = true;
      try {
        await send();
        closeSheet();
      } catch (error) {
        setText(trouble, error.sentence ?? error.message);
        trouble.hidden = false;
      } finally {
        button.disabled = false;
      }
    },
  } }, ...content, trouble, make("div.actions", {}, button))]);
}

const entry = (name, input) => make("div.entry", {}, make("label", { for: input.id }, t(`additions.${name}`)), input);

const select = (name, choices, value = "") => make("select.field-select", { id: `additions-${name}` },
  ...choices.map(([choice, word]) => make("option", { value: choice, selected: choice === value }, word)));

function check(name, checked = false) {
  const input = make("input", { type: "checkbox", id: `additions-${name}`, checked });
  return { input, element: make("label.check", { for: input.id }, input, make("span", {}, t(`additions.${name}`))) };
}

/** `Room 1, Shelf 3` */
const placeName = ({ name, parent }, places) => [places.find(({ id }) => id === parent)?.name, name].filter(Boolean).join(", ");

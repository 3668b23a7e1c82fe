// The numbers of a release at external sources, side by side, and the form that sets them.

import { request } from "/hub/client.js";
import { t } from "/hub/words.js";
import { make } from "/record/element.js";
import { openForm } from "/page/form.js";
import { perform } from "/page/toast.js";
import { outward } from "/library/facts.js";

/** The names of the sources: they are the same in every language. */
const names = { discogs: "Discogs", musicbrainz: "MusicBrainz", wikidata: "Wikidata" };

/** Returns the line with the links, without the one to the source of the facts; false if there is none. */
export function links(release) {
  const others = (release.links ?? []).filter(({ source }) => source !== release.source?.name);
  return others.length > 0 && make("p.source", {}, `${t("library.links")} `, ...others.flatMap(({ source, number, url }, index) => [
    index > 0 && " · ",
    // Only a web address becomes a link: the number is external.
    /^https:\/\//.test(url) ? outward(url, `${names[source] ?? source} ${number}`) : `${names[source] ?? source} ${number}`,
  ]).filter(Boolean));
}

/** Opens the form that sets the links of a release. @param {object} release @param {() => void} refresh */
export function openLinks(release, refresh) {
  const before = Object.fromEntries((release.links ?? []).map(({ source, number }) => [source, number]));
  const open = Object.keys(names).filter((source) => source !== release.source?.name);
  openForm({
    title: t("records.links-of", { title: release.title }), act: t("page.save"),
    fields: open.map((source) => ({
      name: source, word: names[source], value: before[source] ?? "", most: 500, help: t(`records.link-help-${source}`),
    })),
    send: async (after) => {
      const changed = Object.entries(after).filter(([source, text]) => text !== (before[source] ?? ""));
      if (!changed.length) return;
      await perform(() => request("PATCH", `/api/v1/releases/${encodeURIComponent(release.id)}`, {
        body: Object.fromEntries(changed), headers: { "if-match": `"${release.version}"` },
      }), t("page.saved"), refresh, { throws: true });
    },
  });
}

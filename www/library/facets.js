// The facets of a search: how many of its releases have each value. A press adds the value to the query, or takes it away again.

import { get, query } from "/hub/client.js";
import { grouped } from "/hub/clock.js";
import { t } from "/hub/words.js";
import { byID, icon, make, setText } from "/record/element.js";

/** Where a browser notes that a person has folded the panel that stands beside the list. */
const storage = "deadwax.library-facets";
/** A window in which the panel stands beside the list. `facets.css` has the same condition. */
const wide = matchMedia("(min-width: 1300px) and (min-height: 561px)");

/** The names of values that the page has words for. */
const names = {
  medium: ({ key }) => t(`medium.${key}`),
  decade: ({ key }) => t("library.facet-decade", { decade: key }),
  loan: ({ key }) => t(`library.facet-${key}`),
};

/**
 * @param {{filters: () => object, go: (query: string) => void, onLayout: () => void}} options `filters` are the further filters of the
 *   list, `go` shows another query, and `onLayout` is called when the list may have another width
 * @returns {{show: (search: string | undefined) => void, draw: () => void}} `show` takes the query of the list after it was read;
 *   undefined without a release
 */
export function startFacets({ filters, go, onLayout }) {
  const panel = byID("facets");
  const body = byID("facets-body");
  let search;
  let found;
  let call;

  async function read() {
    call?.abort();
    if (search === undefined || !panel.open) return;
    call = new AbortController();
    const { signal } = call;
    try {
      found = await get(`/releases/facets${query({ search, typing: search && "true", ...filters() })}`, { signal });
    } catch (error) {
      if (signal.aborted) return;
      found = { facets: [], hasFailed: true };
    }
    if (!signal.aborted) draw();
  }

  function draw() {
    if (!found) return;
    const focused = body.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
    const chosen = found.facets.flatMap(({ values }) => values).filter(({ isChosen }) => isChosen).length;
    setText(byID("facets-chosen"), chosen ? t("library.facets-chosen", { count: chosen }) : "");
    const groups = found.facets.filter(({ values }) => values.length).map(group);
    body.replaceChildren(...groups.length ? groups : [make("p.soft", {}, t(found.isCutShort ? "library.facets-late" : "library.facets-failed"))]);
    // A value that was pressed is somewhere else now, or gone.
    if (focused) (body.querySelector(`[data-key="${CSS.escape(focused)}"]`) ?? panel.querySelector("summary")).focus();
  }

  const group = ({ name, values, more }) => make("div.facet", { role: "group", "aria-labelledby": `facet-${name}` },
    make("h2", { id: `facet-${name}` }, t(`library.facet-of-${name}`)),
    make("ul", {}, ...values.map((value) => make("li", {}, make("button.quiet.facet-value", {
      type: "button", "aria-pressed": String(Boolean(value.isChosen)), data: { key: `${name} ${value.key}` },
      on: { click: () => go(value.search) },
    }, make("span.facet-name", { dir: "auto" }, names[name]?.(value) ?? value.name), " ", make("span.facet-count", {}, grouped(value.count)),
    value.isChosen && icon("close"))))),
    more > 0 && make("p.soft", {}, t("library.facet-more", { count: more })));

  panel.addEventListener("toggle", () => {
    if (wide.matches) keep(panel.open);
    read();
    onLayout();
  });
  wide.addEventListener("change", () => { panel.open = wide.matches && !isFolded(); });
  panel.open = wide.matches && !isFolded();

  return {
    draw,
    show: (text) => {
      // What was counted for another query says nothing about this one.
      if (text === undefined || (!panel.open && text !== search)) {
        found = undefined;
        setText(byID("facets-chosen"), "");
      }
      search = text;
      if (panel.hidden !== (text === undefined)) {
        panel.hidden = text === undefined;
        onLayout();
      }
      read();
    },
  };
}

// A browser may refuse to keep anything; the panel is open then.
function isFolded() {
  try {
    return localStorage.getItem(storage) === "folded";
  } catch {
    return false;
  }
}

function keep(isOpen) {
  try {
    if (isOpen) localStorage.removeItem(storage);
    else localStorage.setItem(storage, "folded");
  } catch {
    // The next visit shows the panel.
  }
}

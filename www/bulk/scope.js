// The releases that were selected on another page, for a bulk change. They stay in this tab alone.

const key = "bulk-releases";

/** Keeps a selection for the page Bulk changes. @param {string[]} releases ids */
export const keepSelection = (releases) => sessionStorage.setItem(key, JSON.stringify(releases));

/** @returns {string[]} the ids of the selected releases */
export function selection() {
  try {
    const ids = JSON.parse(sessionStorage.getItem(key) ?? "[]");
    return Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}

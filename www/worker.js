// The service worker: keeps what this browser has loaded, for a reload while the hub is away. It runs where the hub has
// TLS, and on the hub's own machine.
//
// A page always comes from the hub if the hub answers, so a page of another version is never shown beside it. One cache
// has the pages and the assets of one version; the first page of another version removes it.

const prefix = "deadwax-";
const common = `${prefix}common`;
/** The statuses of a proxy whose hub is away. */
const away = new Set([502, 503, 504]);

const versionIn = (address) => /^[/]a[/]([0-9a-f]+)[/]/.exec(address)?.[1];
const pathOf = (address) => new URL(address, location).pathname;

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (versionIn(pathname)) event.respondWith(asset(request, `${prefix}${versionIn(pathname)}`));
  else if (pathname.startsWith("/fonts/")) event.respondWith(asset(request, common));
  else if (pathname === "/colours.css") event.respondWith(colours(request));
});

/** A page sends what it has loaded before this worker was there. */
addEventListener("message", (event) => event.waitUntil(keep(event.data)));

/** Returns a page from the hub, or the stored one if the hub is away. */
async function page(request) {
  try {
    const answer = await fetch(request);
    if (!away.has(answer.status)) {
      if (answer.ok) await storePage(pathOf(request.url), answer.clone());
      return answer;
    }
    return (await caches.match(pathOf(request.url))) ?? answer;
  } catch (error) {
    const stored = await caches.match(pathOf(request.url));
    if (stored) return stored;
    throw error;
  }
}

/** Stores a page with the cache of its version, and removes those of other versions. */
async function storePage(path, answer) {
  const html = await answer.clone().text();
  const version = /"[/]a[/]([0-9a-f]+)[/]"/.exec(html)?.[1];
  if (!version) return;
  const own = `${prefix}${version}`;
  await (await caches.open(own)).put(path, answer);
  const others = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== own && name !== common);
  await Promise.all(others.map((name) => caches.delete(name)));
}

/** Returns a file that never changes at its address. */
async function asset(request, name) {
  const stored = await caches.match(request);
  if (stored) return stored;
  const answer = await fetch(request);
  if (answer.ok && /immutable/.test(answer.headers.get("cache-control") ?? "")) {
    await (await caches.open(name)).put(request, answer.clone());
  }
  return answer;
}

async function colours(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok) await (await caches.open(common)).put("/colours.css", answer.clone());
    return answer;
  } catch (error) {
    return (await caches.match("/colours.css")) ?? new Response("", { headers: { "content-type": "text/css" } });
  }
}

/** Stores a page and the files that it has loaded. @param {{page: string, files: string[]}} loaded */
async function keep({ page: path, files }) {
  try {
    if (!(await caches.match(path))) {
      const answer = await fetch(path);
      if (answer.ok) await storePage(path, answer);
    }
    for (const file of files) {
      const version = versionIn(file);
      if (version || file.startsWith("/fonts/")) await asset(new Request(file), version ? `${prefix}${version}` : common);
    }
    if (!(await caches.match("/colours.css"))) await colours(new Request("/colours.css"));
  } catch {
    // The hub is away; the next page that it sends is stored.
  }
}

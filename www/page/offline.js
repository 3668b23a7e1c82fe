// Starts the service worker, and sends it what this page has loaded before. It runs where there is TLS, and on the hub's own
// machine.

try {
  await navigator.serviceWorker.register("/worker.js");
  const { active } = await navigator.serviceWorker.ready;
  new PerformanceObserver((list) => {
    const files = list.getEntries().map(({ name }) => new URL(name)).filter(({ origin }) => origin === location.origin);
    active.postMessage({ page: location.pathname, files: files.map(({ pathname }) => pathname) });
  }).observe({ type: "resource", buffered: true });
} catch {
  // Without storage, for example; then a reload needs the hub.
}

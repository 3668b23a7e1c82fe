// The chosen appearance, before the page is drawn: a plain script, since modules run later.
{
  let chosen;
  try {
    chosen = localStorage.getItem("deadwax.appearance");
  } catch {
    // Without storage, the appearance is the system's.
  }
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.appearance = chosen;
}

// What the first view does not need.
if ("serviceWorker" in navigator && isSecureContext) addEventListener("load", () => setTimeout(() => import("/page/offline.js"), 10_000));

// What is wrong with the layout of a page: a list of sentences, empty when nothing is. Evaluated in the page.
() => {
  const faults = [];
  const seen = (element) => {
    const box = element.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && getComputedStyle(element).visibility !== "hidden";
  };
  const name = (element) => (
    `${element.tagName.toLowerCase()}.${element.className} "${element.textContent.trim().slice(0, 30)}"`);

  const { scrollWidth, scrollHeight } = document.documentElement;
  if (scrollWidth > innerWidth) faults.push(`the page is ${scrollWidth} wide`);
  if (scrollHeight > innerHeight) faults.push(`the page is ${scrollHeight} high`);

  // What scrolls inside may be cut off there.
  const scrolls = ".tray-items, .feed, .station, .list, .release, .choices, .one, .order, .made, .before,"
    + " .guide-words, .tray-filters";
  for (const element of document.querySelectorAll("button, a.button, select, [role=option], input")) {
    if (!seen(element) || element.closest(".apart")) continue;
    const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
    // A box to tick is as large as its label.
    const isLarge = element.type === "range" || element.closest("label.check")?.getBoundingClientRect().height >= 47.5;
    if (!isLarge && (width < 47.5 || height < 47.5)) {
      faults.push(`small: ${name(element)} ${width} × ${height}`);
    }
    if (element.closest(scrolls)) continue;
    if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) {
      faults.push(`outside: ${name(element)}`);
    }
  }

  for (const selector of [".outcome-body", "footer", ".counter", ".field", ".band", ".next", ".visit"]) {
    for (const element of document.querySelectorAll(selector)) {
      if (!seen(element)) continue;
      const { clientHeight, clientWidth } = element;
      if (element.scrollHeight > clientHeight + 2) {
        faults.push(`too high: ${selector} ${element.scrollHeight} > ${clientHeight}`);
      }
      if (element.scrollWidth > clientWidth + 2) {
        faults.push(`too wide: ${selector} ${element.scrollWidth} > ${clientWidth}`);
      }
    }
  }

  const parts = [".station", "main", ".feed", ".counter", ".trouble", "footer"]
    .map((selector) => document.querySelector(selector)).filter((element) => element && seen(element));
  parts.forEach((one, index) => {
    for (const other of parts.slice(index + 1)) {
      const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide > 1 && high > 1) faults.push(`overlap: ${name(one)} and ${name(other)}`);
    }
  });
  return faults;
}

// What is wrong with the layout of a page: a list of sentences, empty when nothing is. Evaluated in the page.
async () => {
  const measure = () => {
    const faults = [];
    const seen = (element) => {
      const box = element.getBoundingClientRect();
      return box.width > 0 && box.height > 0 && getComputedStyle(element).visibility !== "hidden";
    };
    const name = (element) => (
      `${element.tagName.toLowerCase()}.${element.className} "${element.textContent.trim().slice(0, 30)}"`);

    const { scrollWidth, scrollHeight } = document.documentElement;
    if (scrollWidth > innerWidth) faults.push(`the page is ${scrollWidth} wide`);
    // A page on a phone is scrolled: what lies below is not out of reach.
    const isScrolled = innerWidth < 700;
    if (!isScrolled && scrollHeight > innerHeight) faults.push(`the page is ${scrollHeight} high`);

    // What scrolls inside may be cut off there.
    const scrolls = ".tray-items, .feed, .station, .list, .release, .choices, .one, .order, .made, .before,"
      + " .guide-words, .tray-filters, .places, .signin, .calm";
    for (const element of document.querySelectorAll("button, a.button, select, [role=option], input")) {
      if (!seen(element) || element.closest(".apart")) continue;
      const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
      // A box to tick is as large as its label.
      const isLarge = element.type === "range" || element.closest("label.check, label.row-select")?.getBoundingClientRect().height >= 47.5;
      if (!isLarge && (width < 47.5 || height < 47.5)) {
        faults.push(`small: ${name(element)} ${width} × ${height}`);
      }
      if (element.closest(scrolls)) continue;
      if (left < -1 || right > innerWidth + 1 || (!isScrolled && (top < -1 || bottom > innerHeight + 1))) {
        faults.push(`outside: ${name(element)}`);
      }
    }

    // What can be pressed is what a hand finds there, and nothing that lies over it or cuts it off.
    const answers = [...document.querySelectorAll("[data-answer], .choices > :first-child .choice, .reason-field input")];
    for (const element of [...document.querySelectorAll("button, a.button, select, input"), ...answers]) {
      const isAnswer = answers.includes(element);
      // A panel lies over the page, and is meant to.
      const panel = document.querySelector("dialog[open]");
      if (panel && !panel.contains(element)) continue;
      if (!seen(element) || element.closest(".apart, .skip") || (element.closest(scrolls) && !isAnswer)) continue;
      if (isScrolled) element.scrollIntoView({ block: "center" });
      const { left, top, right, bottom } = element.getBoundingClientRect();
      const points = [[(left + right) / 2, (top + bottom) / 2], [left + 8, top + 8], [right - 8, bottom - 8]];
      for (const [x, y] of points) {
        const hit = document.elementFromPoint(x, y);
        if (element.contains(hit) || element.closest("label")?.contains(hit)) continue;
        faults.push(`covered: ${name(element)} at ${Math.round(x)}, ${Math.round(y)} by ${hit ? name(hit) : "nothing"}`);
        break;
      }
    }

    // Words stay within their element. The page's own words are never cut off; titles and names may be.
    const ours = "button, a.button, .lamp, .slider, .chip, .ring, .tray-filter, .reverts, .clock, .band-words, .calm-words,"
      + " .turn-count, .turn-fact, .turn-due, .turn-more, .turn-empty, .arrival-due, .step strong";
    const ofAnyLength = "[dir=auto], .row, .item, .face, .apart, .field-caption, .tray-caption, .feed";
    for (const element of document.querySelectorAll(ours)) {
      if (!seen(element) || element.closest(ofAnyLength)) continue;
      const box = element.getBoundingClientRect();
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const parent = walker.currentNode.parentElement;
        if (!walker.currentNode.data.trim() || parent.closest(ofAnyLength) || parent.closest("svg")) continue;
        if (parent.clientWidth <= 1 || getComputedStyle(parent).clipPath !== "none") continue;
        const range = document.createRange();
        range.selectNodeContents(walker.currentNode);
        const text = range.getBoundingClientRect();
        if (text.left < box.left - 1 || text.right > box.right + 1) faults.push(`text too wide: ${name(element)}`);
        // The box of a line of glyphs is higher than the line where that is set close.
        const ease = Number.parseFloat(getComputedStyle(parent).fontSize) * .3;
        if (text.top < box.top - ease || text.bottom > box.bottom + ease) faults.push(`text too high: ${name(element)}`);
        if (getComputedStyle(parent).overflow === "hidden" && parent.scrollWidth > parent.clientWidth + 1) {
          faults.push(`text cut: ${name(element)}`);
        }
      }
    }

    for (const selector of [".outcome-body", "footer", ".counter", ".field", ".band", ".next", ".session-panel", ".tray-head",
      ".lamps", ".pin", ".fault", ".turn", ".turn-stage", ".turn-tiles", ".arrival"]) {
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
  };

  // A page fits itself to its room in the frames after a change: a fault is still there five seconds later.
  const end = performance.now() + 5000;
  let faults = measure();
  while (faults.length && performance.now() < end) {
    await new Promise((resolve) => { setTimeout(resolve, 50); });
    faults = measure();
  }
  return faults;
}

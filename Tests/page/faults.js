// What is wrong with the layout of a page: a list of sentences, empty when nothing is. Evaluated in the page. A fault is still there
// after `patience`, in milliseconds; that is five seconds if none is given, which Playwright sends as null.
async (patience) => {
  // What a person presses; a link in a sentence is as high as its line.
  const pressed = "button, a.button, select, [role=option], input";
  const others = "a[href], summary, textarea, [tabindex='0']";
  // Titles and names are of any length: they may end with an ellipsis.
  const ofAnyLength = "[dir=auto], .row, .item, .face, .apart, .field-caption, .tray-caption, .feed, .mono, .release-facts, .copy-line, .session-open, .tag-line, pre";
  // What may be wider than its room, and is moved sideways there.
  const sideways = ".chips, .tray-filters, pre, .sheets, .station, .choices";

  const name = (element) => (
    `${element.tagName.toLowerCase()}.${element.className?.baseVal ?? element.className} "${element.textContent.trim().slice(0, 30)}"`);

  const measure = () => {
    const faults = [];
    const styles = new Map();
    const styleOf = (element) => {
      if (!styles.has(element)) styles.set(element, getComputedStyle(element));
      return styles.get(element);
    };
    const seen = (element) => {
      const box = element.getBoundingClientRect();
      return box.width > 0 && box.height > 0 && element.checkVisibility({ visibilityProperty: true });
    };
    // The ancestors that cut off or scroll their content: the others have no part in what can be seen.
    const clips = new Map();
    const clipping = (element) => {
      const parent = element.parentElement;
      if (!parent || parent === document.body) return [];
      if (!clips.has(parent)) {
        const { overflowX, overflowY } = styleOf(parent);
        clips.set(parent, [...overflowX !== "visible" || overflowY !== "visible" ? [parent] : [], ...clipping(parent)]);
      }
      return clips.get(parent);
    };
    const isMoved = (value) => value === "auto" || value === "scroll";
    const isCut = (value) => value === "hidden" || value === "clip";

    // A panel lies over the page, and is meant to.
    const panel = [...document.querySelectorAll("dialog:modal")].at(-1);
    const root = panel ?? document.body;
    // The rows of a list are alike: the first ones and the last stand for the others.
    const rows = ".rows > li, .releases > li, #tags > li, #feed > li, .made > *, .setting-list > li, .item";
    const isRepeated = (element) => {
      if (!element.matches(rows)) return false;
      const all = element.parentElement.children;
      return all.length > 6 && ![all[0], all[1], all[2], all[all.length - 1]].includes(element);
    };
    const elements = [];
    const texts = [];
    const apart = "svg, option, noscript, script, style, .apart, .skip, [hidden]";
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) => (
      node.nodeType === Node.ELEMENT_NODE && (node.matches(apart) || isRepeated(node)) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT));
    while (walker.nextNode()) {
      const { currentNode: node } = walker;
      if (node.nodeType === Node.ELEMENT_NODE) elements.push(node);
      else if (node.data.trim()) texts.push(node);
    }

    const { scrollWidth, scrollHeight } = document.documentElement;
    if (scrollWidth > innerWidth) faults.push(`the page is ${scrollWidth} wide`);
    // A page on a phone is scrolled, and so is one that is a form alone: what lies below is not out of reach.
    const isScrolled = innerWidth < 700 || document.body.matches(".setup, .own");
    if (!isScrolled && scrollHeight > innerHeight) faults.push(`the page is ${scrollHeight} high`);

    for (const element of elements) {
      if (!isMoved(styleOf(element).overflowX) || !element.clientWidth || element.matches(sideways)) continue;
      if (element.scrollWidth > element.clientWidth + 1) {
        faults.push(`too wide: ${name(element)} ${element.scrollWidth} > ${element.clientWidth}`);
      }
    }

    const controls = elements.filter((element) => element.matches(`${pressed}, ${others}`) && seen(element) && !element.closest("[inert]"));
    for (const element of controls) {
      const { width, height } = element.getBoundingClientRect();
      // A box to tick is as large as its label.
      const label = element.closest("label");
      const isLarge = element.type === "range"
        || (["checkbox", "radio"].includes(element.type) && label && label.getBoundingClientRect().height >= 47.5);
      const isInLine = styleOf(element).display === "inline" && element.parentElement.textContent.trim() !== element.textContent.trim();
      const least = element.matches(pressed) ? 47.5 : element.matches("summary") ? 43.5 : 23.5;
      if (!isLarge && !isInLine && (width < least || height < least)) {
        faults.push(`small: ${name(element)} ${width} × ${height}`);
      }
    }

    // Returns what prevents a press on an element where it is now; undefined if nothing does.
    // One that is higher than the room in which it is scrolled is seen in parts.
    const pressFault = (element, room) => {
      const { left, top, right, bottom, height } = element.getBoundingClientRect();
      if (left < -1 || right > innerWidth + 1 || (height < room && (top < -1 || bottom > innerHeight + 1))) {
        return `outside: ${name(element)}`;
      }
      // A link that is broken in two lines has its words in its first line.
      const first = element.getClientRects()[0];
      // Within corners that are round.
      const inset = Math.max(8, Math.min(height, right - left) * .2);
      // One that is large for its room may have its corners elsewhere.
      const isLarge = height >= Math.min(room, innerHeight / 2) || right - left >= Math.min(...clipping(element).map((one) => one.clientWidth), Infinity) - 1;
      const points = styleOf(element).display === "inline" || isLarge ? [isLarge ? [(left + right) / 2, (top + bottom) / 2] : [(first.left + first.right) / 2, (first.top + first.bottom) / 2]]
        : [[(left + right) / 2, (top + bottom) / 2], [left + inset, top + inset], [right - inset, bottom - inset]];
      for (const [x, y] of points) {
        if (y < 0 || y >= innerHeight) continue;
        const hit = document.elementFromPoint(x, y);
        if (element.contains(hit) || element.closest("label")?.contains(hit) || hit?.closest(":popover-open")) continue;
        // On a low screen, what is open lies over the rest of the station.
        if (element.closest(".station") && hit?.closest(".session-panel")) continue;
        return `covered: ${name(element)} at ${Math.round(x)}, ${Math.round(y)} by ${hit ? name(hit) : "nothing"}`;
      }
      return undefined;
    };

    // What can be pressed is what a hand finds there, after scrolling if the page can be scrolled there, and nothing that lies
    // over it or cuts it off.
    for (const element of controls) {
      const isIn = ({ left, top, right, bottom }, one) => {
        const room = one ? one.getBoundingClientRect() : { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
        return left >= room.left - 1 && right <= room.right + 1 && top >= room.top - 1 && bottom <= room.bottom + 1;
      };
      const cutting = clipping(element);
      const box = element.getBoundingClientRect();
      const room = Math.min(innerHeight, ...cutting.filter((one) => isMoved(styleOf(one).overflowY)).map((one) => one.clientHeight));
      let fault = isIn(box) && cutting.every((one) => isIn(box, one)) ? pressFault(element, room) : "outside";
      if (!fault) continue;
      const moved = cutting.map((one) => [one, one.scrollLeft, one.scrollTop]);
      const [atX, atY] = [scrollX, scrollY];
      element.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
      fault = pressFault(element, room);
      // A script can move what a person cannot.
      const hidden = moved.find(([one, left, top]) => (
        (isCut(styleOf(one).overflowX) && one.scrollLeft !== left) || (isCut(styleOf(one).overflowY) && one.scrollTop !== top)));
      if (hidden) fault = `outside: ${name(element)} in ${name(hidden[0])}`;
      if (fault) faults.push(fault);
      for (const [one, left, top] of moved) {
        if (one.scrollLeft !== left) one.scrollLeft = left;
        if (one.scrollTop !== top) one.scrollTop = top;
      }
      if (scrollX !== atX || scrollY !== atY) scrollTo(atX, atY);
    }

    // Words stay within their element, and are not on top of others. The page's own words are never cut off.
    const words = [];
    const boxes = new Map();
    const boxOf = (element) => {
      if (!boxes.has(element)) boxes.set(element, element.getBoundingClientRect());
      return boxes.get(element);
    };
    const range = document.createRange();
    for (const node of texts) {
      const parent = node.parentElement;
      if (parent.clientWidth === 1 || styleOf(parent).clipPath !== "none" || !parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      range.selectNodeContents(node);
      const text = range.getBoundingClientRect();
      if (!text.width || !text.height) continue;
      const isFree = Boolean(parent.closest(ofAnyLength));
      // The box of a line of glyphs is higher than the line where that is set close.
      const ease = Number.parseFloat(styleOf(parent).fontSize) * .3;
      const shown = { left: text.left, top: text.top + ease / 2, right: text.right, bottom: text.bottom - ease / 2 };
      let layer = "page";
      let isFirst = true;
      for (let one = parent; one && one !== root.parentElement; one = one.parentElement) {
        const style = styleOf(one);
        if (style.display === "inline" || style.display === "contents") continue;
        const box = boxOf(one);
        const [cutsX, cutsY] = [isCut(style.overflowX), isCut(style.overflowY)];
        const isWider = shown.left < box.left - 1 || shown.right > box.right + 1;
        const isHigher = shown.top < box.top - ease || shown.bottom > box.bottom + ease;
        const isShort = isFree && (style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none");
        // The words of a button have the room of the button.
        const own = isFirst && parent.closest("button, .button");
        const isOver = own ? shown.left < boxOf(own).left - 1 || shown.right > boxOf(own).right + 1 : isWider;
        if (isFirst && isOver && !cutsX && !isMoved(style.overflowX)) faults.push(`text too wide: ${name(one)}`);
        if (isFirst && isHigher && !cutsY && !isMoved(style.overflowY) && one.matches("button, .button, .badge, .chip")) {
          faults.push(`text too high: ${name(one)}`);
        }
        if (!isShort && ((cutsX && isWider) || (cutsY && isHigher))) {
          if (!isFree) faults.push(`text cut: ${name(parent)} in ${name(one)}`);
        }
        if (cutsX || isMoved(style.overflowX)) [shown.left, shown.right] = [Math.max(shown.left, box.left), Math.min(shown.right, box.right)];
        if (cutsY || isMoved(style.overflowY)) [shown.top, shown.bottom] = [Math.max(shown.top, box.top), Math.min(shown.bottom, box.bottom)];
        if (one.matches(":popover-open, dialog, .toast, .fault") || style.position === "fixed" || style.position === "sticky") layer = one;
        isFirst = false;
        if (shown.left >= shown.right || shown.top >= shown.bottom) break;
      }
      if (shown.left < shown.right && shown.top < shown.bottom) {
        // Each line by itself: words around others do not lie on them.
        for (const line of range.getClientRects()) {
          const part = { left: Math.max(line.left, shown.left), top: Math.max(line.top + ease / 2, shown.top),
            right: Math.min(line.right, shown.right), bottom: Math.min(line.bottom - ease / 2, shown.bottom), layer, parent };
          if (part.left < part.right && part.top < part.bottom) words.push(part);
        }
      }
    }
    words.sort((a, b) => a.top - b.top);
    words.forEach((one, index) => {
      for (let next = index + 1; next < words.length && words[next].top < one.bottom; next += 1) {
        const other = words[next];
        if (other.layer !== one.layer || other.parent === one.parent || other.parent.contains(one.parent) || one.parent.contains(other.parent)) continue;
        const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
        const high = Math.min(one.bottom, other.bottom) - other.top;
        if (wide > 2 && high > 2) faults.push(`overlap: ${name(one.parent)} and ${name(other.parent)}`);
      }
    });

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

    const parts = panel ? [] : [".station", "main", ".warning:not([hidden])", ".outcome", ".feed", ".counter", ".trouble", "footer", "page-bar", ".places", ".list", ".one", ".release"]
      .map((selector) => document.querySelector(selector)).filter((element) => element && seen(element));
    parts.forEach((one, index) => {
      for (const other of parts.slice(index + 1)) {
        if (one.contains(other) || other.contains(one)) continue;
        const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (wide > 1 && high > 1) faults.push(`overlap: ${name(one)} and ${name(other)}`);
      }
    });
    return [...new Set(faults)];
  };

  // A page fits itself to its room in the frames after a change.
  const end = performance.now() + (patience ?? 5000);
  let faults = measure();
  while (faults.length && performance.now() < end) {
    await new Promise((resolve) => { setTimeout(resolve, 50); });
    faults = measure();
  }
  return faults;
}

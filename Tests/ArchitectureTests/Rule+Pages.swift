extension Rule {
  static let pages = [pagesSpeakAllLanguages, wordsStandInTheCatalogue, textHasTheCommonSizes]

  private static let pagesSpeakAllLanguages = Rule(
    name: "every page takes its words from the catalogue, beside those that stand in until they are there",
    broken: [
      ["www/shell.html": "<html lang=\"en\"><body>{{content}}</body></html>\n"],
      ["www/a.html": "<html lang=\"en\" data-languages><body></body></html>\n"],
      ["www/a.html": "title: A\n\n<h1>Library</h1>\n"],
      ["www/a.html": "title: A\n\n<p class=\"empty\"\n  id=\"a\">\n  Nothing is here.</p>\n"],
      ["www/a.html": "title: A\n\n<nav aria-label=\"Pages\"></nav>\n"],
      ["www/a.html": "title: A\n\n<input placeholder=\"Search\" data-t-label=\"a.b\">\n"],
    ],
    kept: [
      [
        "www/shell.html":
          "<html lang=\"en\" data-languages><title>{{title}} · Deadwax</title><body {{body}}>\n{{bar}}\n"
      ],
      [
        "www/a.html": """
        title: StationLogic

        <a class="brand" href="/" aria-label="Deadwax" data-t-label="page.brand"><svg><use/></svg> Deadwax</a>
        <h1 id="title" data-t="bar.desk">StationLogic</h1><p id="empty" hidden></p>
        <input aria-label="Search" data-t-label="a.b" data-t-placeholder="a.b" placeholder="Search">
        <noscript><p>This page needs JavaScript.</p></noscript>
        """
      ],
      ["docs/a.html": "<html><h1>Library</h1>\n"],
    ]
  ) { tree in
    tree.texts.keys.sorted().filter { $0.hasPrefix("www/") && $0.hasSuffix(".html") }.flatMap { path -> [Violation] in
      let text = tree.texts[path] ?? ""
      if path == "www/shell.html" {
        guard text.contains(/<html[^>]*\sdata-languages/) else {
          return [Violation(path: path, line: 1, sentence: "the pages speak one language alone")]
        }
      } else if text.contains("<html") {
        return [Violation(path: path, line: 1, sentence: "a page declares what www/shell.html has a place for")]
      }
      // The replacement for the page without scripts cannot be translated.
      let seen = text.replacing(/<noscript>[\s\S]*?<\/noscript>|<title>.*<\/title>|\{\{\w+\}\}/) {
        blank(String($0.output))
      }
      func line(_ index: String.Index) -> Int { seen[..<index].count { $0.isNewline } + 1 }
      let words = seen.matches(of: /<\w+([^<>]*)>([^<]*)/).filter { match in
        match.2.contains(where: \.isLetter) && !match.1.contains("data-t=")
      }
      let names = seen.matches(of: /<\w+[^<>]*\s(aria-label|placeholder|title)="[^"<>]*[A-Za-z][^<>]*>/).filter {
        match in
        let kind = match.1 == "aria-label" ? "label" : String(match.1)
        return !match.0.contains("data-t-\(kind)=")
      }
      return words.map {
        Violation(path: path, line: line($0.range.lowerBound), sentence: "'\(trimmed($0.2))' has no data-t")
      }
        + names.map {
          Violation(path: path, line: line($0.range.lowerBound), sentence: "its \($0.1) has no data-t-…")
        }
    }
  }

  /// The folders whose text is fitted to the screen, in sizes between those of the scale.
  private static let fitted = ["www/desk/", "www/counter/"]

  private static let textHasTheCommonSizes = Rule(
    name: "text on pages has the sizes of the scale in www/theme.css, or one that is fitted between two",
    broken: [
      ["www/a/a.css": "h1 { font: 700 1.9rem/1.1 var(--display); }\n"], ["www/a/a.css": "p {\n  font-size: 15px;\n}\n"],
    ],
    kept: [
      [
        "www/a/a.css":
          "h1 { padding: 2rem; font: 700 var(--text-title-1)/1.1 var(--display); }\np { font-size: clamp(1rem, 2vw, 2rem); }\n",
        "www/desk/a.css": "p { font-size: 1.9rem; }\n",
      ]
    ]
  ) { tree in
    tree.texts.keys.sorted().filter { path in
      path.hasPrefix("www/") && path.hasSuffix(".css") && !fitted.contains { path.hasPrefix($0) }
    }.flatMap { path -> [Violation] in
      (tree.texts[path] ?? "").split(separator: "\n", omittingEmptySubsequences: false).enumerated()
        .flatMap { index, line in
          line.matches(of: /\bfont(?:-size)?:(?:[^;(]|\((?:[^()]|\([^()]*\))*\))*?[ :](\.?[0-9][0-9.]*(?:rem|px))/).map
          {
            Violation(path: path, line: index + 1, sentence: "\($0.1) is not a size of the scale: write var(--text-…)")
          }
        }
    }
  }

  private static func blank(_ text: String) -> String { String(text.map { $0.isNewline ? $0 : " " }) }

  private static func trimmed(_ text: Substring) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Literals of two words that are not text for people: technical values, and names of scenes.
  private static let notWords: Set<String> = [
    "tag UID", "noopener noreferrer", "xMidYMax slice", "job waiting", "job writing", "list over",
  ]

  private static let wordsStandInTheCatalogue = Rule(
    name: "what a page says to people stands in the catalogue, and not in its scripts",
    broken: [
      ["www/a/a.js": "let a = \"Nothing is here\";\n"],
      ["www/a/a.js": "make(\"p.soft\", {}, \"being looked up\");\n"],
      ["www/a/a.js": "setText(a, `${count} copies found`);\n"],
      ["www/a/a.js": "setText(a, `What it sees: ${title}`);\n"],
      ["www/a/a.js": "make(\"h3\", {}, \"Tracks\")\n"],
      ["www/a/a.js": "} }, \"Copy\"));\n"],
      ["www/a/a.js": "  \"aria-label\": \"Search\", on: {\n"],
      ["www/a/a.js": "make(\"a\", { title: \"Search\" });\n"],
      ["www/a/a.js": "image.alt = \"Camera\";\n"],
      ["www/a/a.js": "setText(a, isOn ? \"On\" : t(\"a.b\"));\n"],
      ["www/a/a.js": "said.textContent = \"Copied.\";\n"],
      ["www/a/a.js": "document.title = `Library · Deadwax`;\n"],
      ["www/a/a.js": "throw new Problem(\"Something went wrong\");\n"],
    ],
    kept: [
      [
        "www/a/a.js": """
        // "Nothing is here" is shown in words.
        /** `Copy 12 · Shelf 1` */
         * "What it sees" of a camera
        import { t } from "/hub/words.js";
        const word = t("desk.copy", { number });
        make("button.primary", { type: "button", "aria-label": t("a.b"), title: "" }, icon("close"));
        if (event.key === "Escape" || event.key === "Enter") close();
        draw("path", { d: "M86 84a24 24 0 0 1 0 32" }); draw("svg", { viewBox: "0 0 24 24" });
        list.querySelector(`[data-id="${CSS.escape(id)}"] :is(a, button)`); place.closest("a, button");
        element.style.translate = `${x}px ${y}px`; setText(a, `${t("a.b")} · ${title}`);
        request("GET", `/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } });
        document.cookie = `deadwax=${token}; path=/; max-age=${kept}; samesite=strict`;
        throw new Error("the words of this page are missing");
        if (scan.symbology === "tag UID") make("a", { rel: "noopener noreferrer" }, title);
        document.title = `${t("bar.desk")} · Deadwax`;
        make("option", { lang: code }, "CD"); make("span", {}, "/", "·", "PIN");
        const modes = { "write tags": "write" };
        """
      ],
      ["Tests/page/a.js": "faults.push(`the page is ${width} wide`);\n"],
    ]
  ) { tree in
    tree.texts.keys.sorted().filter { $0.hasPrefix("www/") && $0.hasSuffix(".js") }.flatMap { path -> [Violation] in
      (tree.texts[path] ?? "").split(separator: "\n", omittingEmptySubsequences: false).enumerated()
        .flatMap { index, line in
          said(in: line).map {
            Violation(path: path, line: index + 1, sentence: "'\($0)' belongs in www/messages")
          }
        }
    }
  }

  /// Returns the literals of a script line that look like text for people.
  private static func said(in line: Substring) -> [String] {
    let code = line.drop { $0 == " " }
    guard !["//", "*", "/*", "import "].contains(where: { code.hasPrefix($0) }) else { return [] }
    guard !code.contains("throw new Error(") else { return [] }
    // A string before a colon is an identifier in the script.
    let sentences = code.matches(of: Patterns.shared.scriptLiteral).map { String($0.1 ?? $0.2 ?? "") }
      .filter(isSentence)
    let words = code.matches(of: Patterns.shared.scriptText).map { String($0.1 ?? $0.2 ?? $0.3 ?? $0.4 ?? "") }
    return sentences + words.filter { !sentences.contains($0) }
  }

  /// Returns true if the literal contains two words separated by one space, and none of the characters of markup or
  /// code.
  private static func isSentence(_ literal: String) -> Bool {
    let text = literal.replacing(Patterns.shared.substitution, with: "·")
    guard !notWords.contains(text), !text.contains(where: { "[]=<>#@{}".contains($0) }) else { return false }
    return text.contains(Patterns.shared.twoWords)
  }
}

package import Messages

extension Receipt {
  /// The width in characters: that of most receipt printers in their standard font.
  package static let width = 40

  /// Returns the receipt for a text-only printer, in lines of at most 40 characters.
  ///
  /// - Parameters:
  ///   - words: the messages in the station's language.
  ///   - isASCII: true if the printer supports only ASCII characters.
  /// - Returns: UTF-8 text; each line ends with a line feed.
  package func text(_ words: LanguageTexts, isASCII: Bool = false) -> String {
    var paper = PaperText()
    paper.add(words.text("receipt.title"), isCentred: true)
    paper.add(words.day(at) + (shortName.map { " · \($0)" } ?? ""), isCentred: true)
    paper.rule()
    if lines.isEmpty { paper.add(words.text("receipt.nothing")) }
    for group in groups {
      paper.add(words.text("receipt.\(group.kind.rawValue)"))
      for line in group.lines {
        paper.add(lineText(line, words), indented: 2)
      }
      paper.blank()
    }
    if let openLoans { paper.add(words.text("receipt.open", ["count": "\(openLoans)"])) }
    for (currency, amount) in feesDue.sorted(by: { $0.key < $1.key }) {
      paper.add(words.text("receipt.fees", ["fee": words.money(amount, in: currency)]))
    }
    paper.rule()
    paper.add(words.text("receipt.thanks"), isCentred: true)
    return isASCII ? ASCIILetters.plain(paper.text) : paper.text
  }

  /// Returns the text of a line.
  func lineText(_ line: Line, _ words: LanguageTexts) -> String {
    var values = ["title": line.artist.isEmpty ? line.title : "\(line.title) – \(line.artist)"]
    values["due"] = line.dueAt.map(words.day)
    return words.text("receipt.line-due", values)
  }
}

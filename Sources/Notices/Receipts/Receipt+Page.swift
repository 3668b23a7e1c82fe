internal import Deadwax
package import Messages

extension Receipt {
  /// Returns the receipt for a screen or a browser's printer: one complete page of HTML without external resources.
  package func page(_ words: LanguageTexts) -> String {
    let title = Self.escaped(words.text("receipt.title"))
    var body = "<h1>\(title)</h1>\n<p>\(Self.escaped(words.day(at) + (shortName.map { " · \($0)" } ?? "")))</p>\n"
    if lines.isEmpty { body += "<p>\(Self.escaped(words.text("receipt.nothing")))</p>\n" }
    for group in groups {
      body += "<h2>\(Self.escaped(words.text("receipt.\(group.kind.rawValue)")))</h2>\n<ul>\n"
      for line in group.lines { body += "<li>\(Self.escaped(lineText(line, words)))</li>\n" }
      body += "</ul>\n"
    }
    if let openLoans { body += "<p>\(Self.escaped(words.text("receipt.open", ["count": "\(openLoans)"])))</p>\n" }
    for fee in feesDue.sorted(by: { $0.key < $1.key }).map({ words.money($0.value, in: $0.key) }) {
      body += "<p>\(Self.escaped(words.text("receipt.fees", ["fee": fee])))</p>\n"
    }
    body += "<p>\(Self.escaped(words.text("receipt.thanks")))</p>\n"
    return PrintPage(title: words.text("receipt.title"), body: body, language: words.language).text
  }

  private static func escaped(_ text: String) -> String { PrintPage.escaped(text) }
}

package import Deadwax
package import Messages

/// The slip that stands with a copy on the pick-up shelf. It has the short name of the borrower, and no other personal
/// data: anyone may see it there.
package struct HoldSlip: Hashable, Sendable {
  package var shortName: String
  package var title: String
  package var artist: String
  package var number: Int
  package var pickUpBy: Timestamp?
  /// The pick-up shelf; nil if the library has not set one.
  package var shelf: Location?

  /// Returns the slip for a text-only printer, in lines of at most `Receipt.width` characters.
  package func text(_ words: LanguageTexts) -> String {
    var paper = PaperText()
    paper.add(words.text("slip.title"), isCentred: true)
    paper.add(shortName, isCentred: true)
    paper.rule()
    lines(words).forEach { paper.add($0) }
    paper.rule()
    return paper.text
  }

  /// Returns the slip for a screen or a browser's printer: one complete page of HTML without external resources.
  package func page(_ words: LanguageTexts) -> String {
    let title = words.text("slip.title")
    let body = "<p>\(PrintPage.escaped(title))</p>\n<h1>\(PrintPage.escaped(shortName))</h1>\n"
    return PrintPage(
      title: title, body: body + lines(words).map { "<p>\(PrintPage.escaped($0))</p>\n" }.joined(),
      language: words.language
    ).text
  }

  private func lines(_ words: LanguageTexts) -> [String] {
    let record = artist.isEmpty ? title : "\(title) – \(artist)"
    return [
      record, words.text("slip.copy", ["number": "\(number)"]),
      pickUpBy.map { words.text("slip.until", ["due": words.day($0)]) }, shelf.map { words.place($0) },
    ].compactMap(\.self)
  }
}

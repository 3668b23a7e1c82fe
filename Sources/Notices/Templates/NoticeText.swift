internal import Deadwax
internal import Messages
internal import Storage

/// A notice as its borrower gets it.
package struct NoticeText: Hashable, Sendable {
  package var subject: String
  package var body: String

  /// The text for a receipt printer, in lines of at most `Receipt.width` characters.
  var onPaper: String {
    var paper = PaperText()
    paper.add(subject, isCentred: true)
    paper.rule()
    for line in body.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty { paper.blank() } else { paper.add(String(line)) }
    }
    paper.rule()
    return paper.text
  }
}

extension NoticeTemplate {
  /// Returns the standard template, made of the message catalogue.
  static func standard(_ id: ID, _ messages: Messages) -> NoticeTemplate {
    let words = LanguageTexts(messages, language: id.language)
    func raw(_ key: String) -> String { messages.raw(key, in: id.language) ?? key }
    let key = "mail.\(id.kind.rawValue)"
    let parts =
      [raw("mail.hello"), raw("\(key).body")] + (id.kind.isAboutHold ? [] : ["{items}"]) + [words.text("mail.bye")]
    return NoticeTemplate(id: id, subject: raw("\(key).subject"), body: parts.joined(separator: "\n\n") + "\n")
  }

  /// Returns the notice with its values. The standard subject has the plural form of the count.
  func text(_ values: [String: String], _ messages: Messages) -> NoticeText {
    let standard = Self.standard(id, messages)
    let subject =
      self.subject == standard.subject
      ? messages.text("mail.\(id.kind.rawValue).subject", in: id.language, values) : Self.filled(self.subject, values)
    return NoticeText(subject: subject, body: Self.filled(body, values))
  }
}

extension Queryable {
  /// Returns the template that the library uses: its own, or else the standard one.
  func template(_ id: NoticeTemplate.ID, _ messages: Messages) throws -> NoticeTemplate {
    guard let own = try noticeTemplate(id.text) else { return .standard(id, messages) }
    return NoticeTemplate(id: id, subject: own.subject, body: own.body)
  }
}

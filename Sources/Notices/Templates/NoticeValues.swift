internal import Deadwax
internal import Execution
internal import Lending
internal import Messages
internal import Storage

/// The values of the placeholders of notices.
struct NoticeValues: Sendable {
  let messages: Messages
  let library: @Sendable (any Queryable) throws -> LibraryPolicy

  /// Returns the texts in the language of a borrower.
  func words(for borrower: Borrower, in records: any Queryable) throws -> LanguageTexts {
    let language = try borrower.language ?? records.language(of: .hubStation)
    return try words(in: language.flatMap(Language.init(rawValue:)) ?? .english, records)
  }

  /// Returns the texts in a language, with the time zone and the currency of the library.
  func words(in language: Language, _ records: any Queryable) throws -> LanguageTexts {
    let library = try library(records)
    let zone = LendingPolicy(library: library, station: StationPolicy()).zone
    return LanguageTexts(
      messages, language: language, currency: library.fees.currency, ahead: { zone.offset(at: $0) })
  }

  /// Returns the values for some reminders of one kind to one borrower.
  func values(
    of reminders: [Reminder], to borrower: Borrower, _ words: LanguageTexts, in records: any Queryable
  ) throws -> [String: String] {
    guard let first = reminders.first else { return [:] }
    if first.kind.isAboutHold {
      return ["name": borrower.name, "title": try title(of: first, in: records), "due": words.day(first.dueAt)]
    }
    let lines = try reminders.sorted { $0.dueAt < $1.dueAt }.map { reminder in
      (try title(of: reminder, in: records), words.day(reminder.dueAt))
    }
    return Self.loans(of: borrower.name, lines, words)
  }

  /// Returns the values of an invented case, to look at.
  func sample(of kind: NoticeKind, _ words: LanguageTexts, at now: Timestamp) -> [String: String] {
    let (day, later) = (words.day(now + .seconds(3 * 86_400)), words.day(now + .seconds(5 * 86_400)))
    if kind.isAboutHold { return ["name": "Ada Lovelace", "title": "Blue Train – John Coltrane", "due": day] }
    return Self.loans(
      of: "Ada Lovelace", [("Blue Train – John Coltrane", day), ("Hejira – Joni Mitchell", later)], words)
  }

  private static func loans(
    of name: String, _ lines: [(title: String, due: String)], _ words: LanguageTexts
  ) -> [String: String] {
    let items = lines.map { "  " + words.text("mail.line", ["title": $0.title, "due": $0.due]) }
    return ["name": name, "items": items.joined(separator: "\n"), "count": "\(lines.count)"]
  }

  private func title(of reminder: Reminder, in records: any Queryable) throws -> String {
    var release = try reminder.loan.flatMap { try records.loan($0) }.flatMap { try records.copy($0.copy)?.release }
    if let hold = try reminder.hold.flatMap({ try records.hold($0) }) {
      switch hold.subject {
      case .release(let id): release = id
      case .copy(let id): release = try records.copy(id)?.release
      }
    }
    guard let found = try release.flatMap({ try records.release($0) }) else { return "…" }
    return found.artist.isEmpty ? found.title : "\(found.title) – \(found.artist)"
  }
}

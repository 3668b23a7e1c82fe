internal import Deadwax
internal import Execution
internal import Lending
internal import Messages
internal import Staff
internal import Storage

extension Reminders {
  /// Returns the mail with these reminders for one borrower; nil if there are none, or if there is no usable address.
  func mail(about reminders: [Reminder], in records: any Queryable) throws -> Mail? {
    guard let first = reminders.first, let borrower = try records.borrower(first.borrower),
      let address = borrower.email, MailAddress.isUsable(address)
    else { return nil }
    let library = try library(records)
    let zone = LendingPolicy(library: library, station: StationPolicy()).zone
    let language = try borrower.language ?? records.language(of: .hubStation)
    let words = LanguageTexts(
      self.words, language: language.flatMap(Language.init(rawValue:)) ?? .english, currency: library.fees.currency,
      ahead: { zone.offset(at: $0) })
    let key = "mail.\(first.kind.rawValue)"
    var paragraphs = [words.text("mail.hello", ["name": borrower.name])]
    switch first.kind {
    case .holdReady:
      paragraphs.append(
        words.text("\(key).body", ["title": try title(of: first, in: records), "due": words.day(first.dueAt)]))
    case .dueSoon, .overdue:
      paragraphs.append(words.text("\(key).body"))
      let lines = try reminders.sorted { $0.dueAt < $1.dueAt }.map { reminder in
        words.text("mail.line", ["title": try title(of: reminder, in: records), "due": words.day(reminder.dueAt)])
      }
      paragraphs.append(lines.map { "  \($0)" }.joined(separator: "\n"))
    }
    paragraphs.append(words.text("mail.bye"))
    return Mail(
      from: sender, to: address, subject: words.text("\(key).subject", ["count": "\(reminders.count)"]),
      body: paragraphs.joined(separator: "\n\n") + "\n", at: records.now, id: first.id.text)
  }

  private func title(of reminder: Reminder, in records: any Queryable) throws -> String {
    var copy = try reminder.loan.flatMap { try records.loan($0) }.flatMap { try records.copy($0.copy) }
    if let hold = try reminder.hold.flatMap({ try records.hold($0) }) {
      copy = try hold.copy.flatMap { try records.copy($0) }
    }
    guard let release = try copy.flatMap({ try records.release($0.release) }) else { return "…" }
    return release.artist.isEmpty ? release.title : "\(release.title) – \(release.artist)"
  }
}

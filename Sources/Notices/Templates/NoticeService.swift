package import Catalogue
package import Deadwax
internal import Execution
internal import Lending
package import Messages
package import Staff
internal import Storage

/// The templates of notices, their preview, and the log of what was sent.
package struct NoticeService: Sendable {
  private let room: StaffContext
  private let messages: Messages
  private let hasten: @Sendable () -> Void

  /// - Parameters:
  ///   - counter: the operations of staff, with whose dependencies templates are changed.
  ///   - messages: the message catalogue, which has the standard templates.
  ///   - hasten: called after a notice was ordered to be sent again; makes the job that sends due at once.
  package init(counter: StaffOperations, messages: Messages, hasten: @escaping @Sendable () -> Void) {
    room = counter.room
    self.messages = messages
    self.hasten = hasten
  }

  /// A template as staff see it.
  package struct View: Hashable, Sendable {
    package var template: NoticeTemplate
    /// True if the library has not changed it.
    package var isStandard: Bool
    /// The version; 0 if it was never changed.
    package var version: Int
  }

  /// Returns all templates, by kind and language.
  package func templates() throws -> [View] {
    try room.database.read { reading in try NoticeTemplate.ID.all.map { try view($0, in: reading) } }
  }

  /// Returns a template.
  ///
  /// - Throws: `StaffError.noSuchTemplate`.
  package func template(_ id: String) throws -> View {
    let id = try Self.id(id)
    return try room.database.read { try view(id, in: $0) }
  }

  /// Changes a template. The notices that are sent from now on have its text.
  ///
  /// - Parameters:
  ///   - id: the id of the template.
  ///   - subject: the subject, one line.
  ///   - body: the text.
  ///   - ifVersion: the version that the caller saw; nil for any version.
  ///   - by: the person or program that makes the change.
  /// - Returns: the template after the change.
  /// - Throws: `StaffError.noSuchTemplate`, `.staleVersion`, or `.badValue` with a sentence, for example about an unknown
  ///   placeholder.
  package func set(_ id: String, subject: String, body: String, ifVersion: Int?, by: String?) throws -> View {
    let id = try Self.id(id)
    let template = try Self.checked(NoticeTemplate(id: id, subject: subject, body: body))
    return try change(id, ifVersion, by) { transaction in
      try transaction.setNoticeTemplate(id.text, subject: template.subject, body: template.body)
    }
  }

  /// Restores the standard template.
  ///
  /// - Throws: `StaffError.noSuchTemplate` or `.staleVersion`.
  package func restore(_ id: String, ifVersion: Int?, by: String?) throws -> View {
    let id = try Self.id(id)
    return try change(id, ifVersion, by) { try $0.removeNoticeTemplate(id.text) }
  }

  /// Fills in a template. Nothing is stored or sent.
  ///
  /// - Parameters:
  ///   - id: the id of the template.
  ///   - subject: a subject that is not stored; nil for the stored one.
  ///   - body: a text that is not stored; nil for the stored one.
  ///   - isReal: true for the values of the newest notice of this kind, if there is one.
  /// - Returns: the notice, and true if its values are invented.
  /// - Throws: as `set`.
  package func preview(
    _ id: String, subject: String?, body: String?, isReal: Bool
  ) throws -> (text: NoticeText, isSample: Bool) {
    let id = try Self.id(id)
    return try room.database.read { [messages, room] reading in
      var template = try reading.template(id, messages)
      template.subject = subject ?? template.subject
      template.body = body ?? template.body
      template = try Self.checked(template)
      let values = NoticeValues(messages: messages, library: { try room.library(in: $0) })
      let words = try values.words(in: id.language, reading)
      if isReal, let newest = try reading.newestNotice(id.kind), let person = newest.borrower,
        let borrower = try reading.borrower(person)
      {
        let real = try values.values(of: [newest.claimed(for: person)], to: borrower, words, in: reading)
        return (template.text(real, messages), false)
      }
      return (template.text(values.sample(of: id.kind, words, at: reading.now), messages), true)
    }
  }

  /// A notice of the log, with the records that it concerns.
  package struct Entry: Hashable, Sendable {
    package var id: String
    package var kind: NoticeKind
    package var way: NoticeWay
    package var state: NoticeState
    package var borrower: Borrower?
    package var release: Release?
    package var loan: Loan.ID?
    package var hold: Hold.ID?
    /// The due time of the loan, or the last moment of the hold.
    package var dueAt: Timestamp
    package var createdAt: Timestamp
    package var sentAt: Timestamp?
    package var attempts: Int
    /// The reason that it was refused, or that its result is unknown.
    package var reason: String?
  }

  /// Returns the log of notices, the newest first.
  ///
  /// - Parameters:
  ///   - state: only notices with this result; nil for all.
  ///   - isOpen: true for only notices that were not sent.
  ///   - borrower: only the notices of this borrower.
  ///   - cursor: `next` of the previous page; nil for the first.
  ///   - limit: the largest number of notices, 1 to 200.
  /// - Returns: a page of notices.
  /// - Throws: `StaffError.badCursor`.
  package func log(
    state: NoticeState?, isOpen: Bool, borrower: Borrower.ID?, cursor: String?, limit: Int
  ) throws -> Catalogue.Page<Entry> {
    let before = try cursor.map { text in
      guard let position = ListCursor(text) else { throw StaffError.badCursor }
      return position
    }
    return try room.database.read { reading in
      let found = try reading.notices(
        state: state, isOpen: isOpen, borrower: borrower, before: before, limit: limit + 1)
      let page = try found.prefix(limit).map { try Self.entry($0, in: reading) }
      return Catalogue.Page(
        items: page,
        next: found.count > limit ? ListCursor(found[limit - 1].claimedAt, found[limit - 1].reminder).text : nil,
        total: try before == nil ? reading.noticeTotal(state: state, isOpen: isOpen, borrower: borrower) : nil)
    }
  }

  /// Sends a notice again that was refused, or whose result is unknown. The job that sends does so within minutes, if
  /// the notice still applies.
  ///
  /// - Returns: the notice.
  /// - Throws: `StaffError.noSuchNotice`, or `.isOver` if it was sent or is being sent.
  package func sendAgain(_ text: String) throws -> Entry {
    guard let id = Reminder.ID(text) else { throw StaffError.noSuchNotice }
    let entry = try room.database.write { transaction in
      guard try transaction.notice(id) != nil else { throw StaffError.noSuchNotice }
      guard try transaction.sendAgain(id), let notice = try transaction.notice(id) else { throw StaffError.isOver }
      return try Self.entry(notice, in: transaction)
    }
    hasten()
    return entry
  }

  private static func entry(_ notice: NoticeRecord, in records: any Queryable) throws -> Entry {
    Entry(
      id: notice.reminder.text, kind: notice.kind, way: notice.way, state: notice.state,
      borrower: try notice.borrower.flatMap { try records.borrower($0) },
      release: try records.release(notice.release), loan: notice.loan, hold: notice.hold, dueAt: notice.dueAt,
      createdAt: notice.claimedAt, sentAt: notice.sentAt, attempts: notice.attempts, reason: notice.error)
  }

  private func change(
    _ id: NoticeTemplate.ID, _ ifVersion: Int?, _ by: String?,
    _ work: @escaping @Sendable (WriteTransaction) throws -> Void
  ) throws -> View {
    try room.write { [self] transaction in
      let before = try view(id, in: transaction)
      if let ifVersion, ifVersion != before.version { throw StaffError.staleVersion(now: before.version) }
      try work(transaction)
      guard try transaction.storeChange(.setting, by: by) != nil else { return before }
      try transaction.publish(.settingChanged, subject: id.text)
      return try view(id, in: transaction)
    }
  }

  private func view(_ id: NoticeTemplate.ID, in records: any Queryable) throws -> View {
    let own = try records.noticeTemplate(id.text)
    return View(
      template: try records.template(id, messages), isStandard: own == nil, version: own?.version ?? 0)
  }

  private static func id(_ text: String) throws -> NoticeTemplate.ID {
    guard let id = NoticeTemplate.ID(text) else { throw StaffError.noSuchTemplate }
    return id
  }

  /// Returns a template that can be used: its subject is one line, and its line ends are line feeds.
  private static func checked(_ template: NoticeTemplate) throws -> NoticeTemplate {
    var template = template
    template.body = template.body.replacing("\r\n", with: "\n")
    let parts = [
      ("subject", template.subject, NoticeTemplate.longest.subject),
      ("body", template.body, NoticeTemplate.longest.body),
    ]
    for (field, text, limit) in parts {
      if let fault = NoticeTemplate.fault(of: text, for: template.id.kind, atMost: limit) {
        throw StaffError.badValue(field: field, sentence: fault)
      }
    }
    guard !template.subject.contains(where: \.isNewline) else {
      throw StaffError.badValue(field: "subject", sentence: "It must be one line.")
    }
    return template
  }
}

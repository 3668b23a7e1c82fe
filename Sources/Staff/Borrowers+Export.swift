package import Deadwax
internal import FoundationEssentials
internal import OfflineStation
internal import Storage

extension Borrowers {
  /// Returns all data that is stored about a borrower as one JSON document: the person, cards, loans, holds, fees,
  /// sessions, the recorded reasons, and the entries of offline stations. Times are RFC 3339, money is in minor units.
  ///
  /// - Throws: `StaffError.noSuchBorrower`.
  package func export(_ id: Borrower.ID) throws -> String {
    let document = try room.database.read { reading in
      let view = try reading.borrowerView(id)
      return Export(
        format: "deadwax-borrower", exportedAt: reading.now, borrower: Export.Person(view.borrower),
        cards: view.cards.map { Export.Card(code: $0.code, kind: $0.kind.rawValue) },
        pageLinks: try reading.everyLink(of: id).map { Export.PageLink($0) },
        loans: try reading.everyLoan(of: id).map { try reading.exported($0) },
        holds: try reading.everyHold(of: id).map { try reading.exported($0) },
        fees: try reading.everyFee(of: id).map { Export.Fee($0) },
        sessions: try reading.sessions(of: id).map { Export.Session($0) },
        offline: try reading.offlineEntries(of: id).map { Export.Offline($0) },
        remarks: try reading.remarks(about: id).map { Export.Remark($0) })
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    return String(decoding: try encoder.encode(document), as: UTF8.self) + "\n"
  }
}

/// The document that a borrower receives about the stored data. Its shape is documented with the API and may only grow.
private struct Export: Encodable {
  var format: String
  var exportedAt: String
  var borrower: Person
  var cards: [Card]
  var pageLinks: [PageLink]
  var loans: [Loan]
  var holds: [Hold]
  var fees: [Fee]
  var sessions: [Session]
  var offline: [Offline]
  var remarks: [Remark]

  init(
    format: String, exportedAt: Timestamp, borrower: Person, cards: [Card], pageLinks: [PageLink], loans: [Loan],
    holds: [Hold], fees: [Fee], sessions: [Session], offline: [Offline], remarks: [Remark]
  ) {
    self.format = format
    self.exportedAt = exportedAt.description
    self.borrower = borrower
    self.cards = cards
    self.pageLinks = pageLinks
    self.loans = loans
    self.holds = holds
    self.fees = fees
    self.sessions = sessions
    self.offline = offline
    self.remarks = remarks
  }

  /// The link to the borrower's own page, also one that has ended. Its token is not stored.
  struct PageLink: Encodable {
    var createdAt: String
    var endsAt: String

    init(_ link: BorrowerLinkRecord) {
      createdAt = link.createdAt.description
      endsAt = link.endsAt.description
    }
  }

  /// The reason for a change made for the borrower, or for a block of a card, past or present.
  struct Remark: Encodable {
    var at: String
    var kind: String
    var reason: String?
    var blockReason: String?

    init(_ remark: BorrowerRemark) {
      at = remark.at.description
      kind = remark.kind
      reason = remark.reason
      blockReason = remark.blockReason
    }
  }

  struct Person: Encodable {
    var id: String
    var name: String
    var shortName: String
    var group: String
    var isStaff: Bool
    var email: String?
    var phone: String?
    var language: String?
    var expiresAt: String?
    var blockedAt: String?
    var blockReason: String?
    var loanLimit: Int?
    var hasPIN: Bool
    var note: String?
    var createdAt: String

    init(_ borrower: Borrower) {
      id = borrower.id.text
      name = borrower.name
      shortName = borrower.shortName
      group = borrower.group
      isStaff = borrower.isStaff
      email = borrower.email
      phone = borrower.phone
      language = borrower.language
      expiresAt = borrower.expiresAt?.description
      blockedAt = borrower.block?.at.description
      blockReason = borrower.block?.reason
      loanLimit = borrower.loanLimit
      hasPIN = borrower.hasPIN
      note = borrower.note
      createdAt = borrower.createdAt.description
    }
  }

  struct Card: Encodable {
    var code: String
    var kind: String
  }

  struct Loan: Encodable {
    var id: String
    var title: String?
    var artist: String?
    var copyNumber: Int?
    var openedAt: String
    var dueAt: String
    var returnedAt: String?
    var renewals: Int
    var claimedReturnedAt: String?
  }

  struct Hold: Encodable {
    var id: String
    var title: String?
    var artist: String?
    var state: String
    var createdAt: String
    var readyAt: String?
    var pickUpBy: String?
    var notAfter: String?
    var closedAt: String?
  }

  struct Fee: Encodable {
    var id: String
    var kind: String
    var amount: Int
    var currency: String
    var at: String
    var settledAt: String?
    var isWaived: Bool
    var note: String?

    init(_ fee: Deadwax.Fee) {
      id = fee.id.text
      kind = fee.kind.rawValue
      amount = fee.amount
      currency = fee.currency
      at = fee.at.description
      settledAt = fee.settledAt?.description
      isWaived = fee.isWaived
      note = fee.note
    }
  }

  struct Session: Encodable {
    var station: String
    var beganAt: String
    var endedAt: String?

    init(_ session: Deadwax.StoredSession) {
      station = session.station.text
      beganAt = session.beganAt.description
      endedAt = session.endedAt?.description
    }
  }

  struct Offline: Encodable {
    var station: String
    var at: String
    var act: String
    var code: String
    var card: String?
    var state: String
    var outcome: String
    var note: String?

    init(_ item: MergedEntry) {
      station = item.station.text
      at = item.entry.at.description
      act = item.entry.act.rawValue
      code = item.entry.code
      card = item.entry.card
      state = item.verdict.state.rawValue
      outcome = item.verdict.code.rawValue
      note = item.note
    }
  }
}

/// The number of rows that are read at once.
private let pageSize = 500

extension Queryable {
  fileprivate func everyLoan(of id: Borrower.ID) throws -> [Loan] {
    let filter = LoanFilter(.returned, borrower: id)
    var all = try openLoans(of: id)
    var after: ListCursor?
    while true {
      let page = try loans(filter, after: after, limit: pageSize)
      all += page
      guard page.count == pageSize, let last = page.last else { return all }
      after = filter.cursor(after: last)
    }
  }

  fileprivate func everyHold(of id: Borrower.ID) throws -> [Hold] {
    var all: [Hold] = []
    while true {
      let page = try holds(borrower: id, after: all.last.map { ListCursor($0.createdAt, $0.id) }, limit: pageSize)
      all += page
      if page.count < pageSize { return all }
    }
  }

  fileprivate func everyFee(of id: Borrower.ID) throws -> [Fee] {
    var all: [Fee] = []
    while true {
      let page = try fees(of: id, after: all.last.map { ListCursor($0.at, $0.id) }, limit: pageSize)
      all += page
      if page.count < pageSize { return all }
    }
  }

  fileprivate func exported(_ loan: Loan) throws -> Export.Loan {
    let copy = try self.copy(loan.copy)
    let release = try copy.flatMap { try self.release($0.release) }
    return Export.Loan(
      id: loan.id.text, title: release?.title, artist: release?.artist, copyNumber: copy?.number,
      openedAt: loan.openedAt.description, dueAt: loan.dueAt.description, returnedAt: loan.returnedAt?.description,
      renewals: loan.renewals, claimedReturnedAt: loan.claimedReturnedAt?.description)
  }

  fileprivate func exported(_ hold: Hold) throws -> Export.Hold {
    let release = try view(of: hold).release
    return Export.Hold(
      id: hold.id.text, title: release.title, artist: release.artist, state: hold.state.rawValue,
      createdAt: hold.createdAt.description, readyAt: hold.readyAt?.description,
      pickUpBy: hold.pickUpBy?.description, notAfter: hold.notAfter?.description,
      closedAt: hold.closedAt?.description)
  }
}

import Deadwax
import Lending
import Scanning
import StationLogic
import Storage
import TestSupport
import Testing

/// Tests of the view for a station's own screen, and of its limits.
@Suite(.timeLimit(.minutes(10)))
struct StationViewTests {
  let shelf: CasesLibrary

  init() throws { shelf = try CasesLibrary() }

  @Test func `a session shows the short name, how much is open, and its end`() throws {
    try shelf.open(CasesLibrary.small)
    let session = try #require(try shelf.view().session)
    #expect(session.borrower.shortName == "Edith 4")
    #expect(session.limit == 1 && session.borrower.openLoans == 0)
    #expect(session.endsAt - session.warnAt == .seconds(20))
    try shelf.scan(shelf.code(0))
    let view = try shelf.view()
    #expect(view.session?.borrower.openLoans == 1)
    #expect(view.session?.notes.contains(.limit) ?? false)
    #expect(view.hand?.copy.id == shelf.places.copies[0].id)
    #expect(view.undo?.change.kind == .lend && view.recent.count == 1)
  }

  @Test func `after the end and after the time nothing of the borrower is shown`() throws {
    for isByTime in [true, false] {
      try shelf.open(0)
      try shelf.scan(shelf.code(0))
      if isByTime { shelf.advance(.seconds(91)) } else { try shelf.order(.end) }
      // Not even before a timer has ended it.
      let view = try shelf.view()
      #expect(view.session == nil && view.borrower == nil && view.hand == nil)
      #expect(view.state.session == nil && view.state.stage == .idle)
      try shelf.act(.timer)
      #expect(try shelf.count("station", where: "borrower_id IS NOT NULL") == 0)
      #expect(try shelf.count("session", where: "ended_at IS NULL") == 0)
      try shelf.order(.return)
      try shelf.scan(shelf.code(0))
    }
  }

  @Test func `a confirmation shows its reasons, its record and its time`() throws {
    try shelf.open(0)
    #expect(try shelf.scan(shelf.code(CasesLibrary.missing)).facts.isQuestion)
    let confirming = try #require(try shelf.view().confirming)
    #expect(confirming.confirming.reasons == [.foundMissing])
    #expect(confirming.copy?.id == shelf.places.copies[CasesLibrary.missing].id && confirming.release != nil)
    let acted = try shelf.act(.answer(true, reason: nil))
    #expect(acted.outcome?.code == .checkedOut && acted.change?.kind == .lend)
    #expect(try shelf.count("copy", where: "status = 'missing'") == 0)
  }

  @Test func `the reason of staff is stored with the change that it allowed`() throws {
    try shelf.open(0)
    #expect(try shelf.scan(shelf.code(CasesLibrary.reference)).code == .notForLoan)
    let acted = try shelf.act(.answer(true, reason: "for the concert"))
    #expect(acted.outcome?.code == .checkedOut)
    #expect(acted.change?.reason == "not-for-loan: for the concert")
    try shelf.act(.undo)
    // A staff card is a yes of staff, and identifies the member of staff.
    #expect(try shelf.scan(shelf.code(CasesLibrary.reference)).code == .notForLoan)
    #expect(try shelf.scan(shelf.places.cards[CasesLibrary.staff]).code == .checkedOut)
    let change = try #require(try shelf.database.read { try $0.changes(limit: 1).first })
    #expect(change.by == "Clara 2" && change.reason == "not-for-loan: at the station, by card")
    try shelf.act(.undo)
    // A yes while the card has opened the station is recorded as such, too.
    #expect(try shelf.scan(shelf.code(CasesLibrary.reference)).code == .notForLoan)
    #expect(try shelf.order(.yes).code == .checkedOut)
    let later = try #require(try shelf.database.read { try $0.changes(limit: 1).first })
    #expect(later.reason == "not-for-loan: at the station, opened by card")
    // Neither the name nor the reason is published.
    #expect(try shelf.count("journal", where: "payload LIKE '%Clara%' OR payload LIKE '%concert%'") == 0)
  }

  @Test func `the outcome of a screen action is shown with the station`() throws {
    try shelf.open(0)
    try shelf.scan(shelf.code(0))
    try shelf.act(.undo)
    let payload = try #require(
      try shelf.database.read { reading in
        try reading.first("SELECT payload FROM journal WHERE kind = 'station.changed' ORDER BY id DESC LIMIT 1") {
          try $0.text(0)
        }
      })
    #expect(payload.contains(#""outcome":{"code":"undone""#))
    #expect(try shelf.count("scan", where: "outcome = 'undone'") == 0)
  }

  @Test func `a rule that was set holds for the next scan`() throws {
    try shelf.open(0)
    try shelf.scan(shelf.code(0))
    try shelf.database.write { transaction in
      try transaction.set("limits.loans", to: "1")
      try transaction.recordChange(.setting)
    }
    #expect(try shelf.scan(shelf.code(1)).code == .limit)
    #expect(try shelf.view().session?.limit == 1)
  }
}

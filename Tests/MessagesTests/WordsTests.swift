import Deadwax
import Messages
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct WordsTests {
  static let shelf = Location(place: .new(at: .now()), placeName: "Shelf 3", slot: .new(at: .now()), slotNumber: 118)

  private func words(_ language: Language, _ currency: String = "EUR") throws -> Words {
    Words(try Catalogue.messages(), language: language, currency: currency)
  }

  @Test func `the English sentences stay as they were`() throws {
    let words = try words(.english)
    let copy = Copy.ID.new(at: .now())
    let table: [(Outcome, String, String)] = [
      (Outcome(.found, mode: .lookup, location: Self.shelf), "Found", "Belongs at Shelf 3, slot 118."),
      (Outcome(.found, mode: .lookup, copy: copy), "Found", "Has no place yet."),
      (Outcome(.found, mode: .lookup), "Found", "In the catalogue."),
      (Outcome(.returned, mode: .return, location: Self.shelf), "Returned", "Put it away: Shelf 3, slot 118."),
      (Outcome(.returned, mode: .return), "Returned", "It has no place yet: shelve it."),
      (Outcome(.shelved, mode: .shelve, location: Self.shelf), "Shelved", "Shelf 3, slot 118."),
      (Outcome(.copyNeeded, mode: .shelve), "Now the record", "Hold up the record that goes there."),
      (Outcome(.copyNeeded, mode: .bind), "Now the record", "Hold up the record that it is for."),
      (Outcome(.tagNeeded, mode: .bind), "Now the tag or label", "Lay down its tag, or hold up the label."),
      (Outcome(.modeChanged, mode: .write), "Write tags", "Hold up a record and lay down its tag, in either order."),
      (
        Outcome(.modeChanged, mode: .write, copy: copy), "Write tags",
        "Next in the queue: lay down the tag of this record."
      ),
      (Outcome(.modeChanged, mode: .checkout), "Check out", "Hold up the borrower's card."),
    ]
    for (outcome, title, detail) in table {
      #expect(words.title(of: outcome) == title)
      #expect(words.detail(of: outcome) == detail)
    }
  }

  @Test func `facts stand in the sentence`() throws {
    let words = try words(.english)
    func detail(_ code: Outcome.Code, _ facts: Outcome.Facts) -> String {
      words.detail(of: Outcome(code, mode: .return, facts: facts))
    }
    #expect(
      detail(.partsMissing, Outcome.Facts(parts: 2, partsBack: 1))
        == "1 of 2 parts came back. Set it aside for staff.")
    #expect(detail(.holdWaiting, Outcome.Facts()) == "Put it on the pick-up shelf: somebody is waiting for it.")
    #expect(detail(.returnedOverdue, Outcome.Facts(overdueDays: 1)).contains("one day"))
    #expect(detail(.feeDue, Outcome.Facts(fee: 240)).contains("2.40\u{A0}EUR"))
    #expect(detail(.changedSince, Outcome.Facts(word: "give-back")).contains("“returned”"))
    #expect(detail(.dropDate, Outcome.Facts(word: "2026-11-19")).contains("19 November 2026"))
    #expect(detail(.dropDate, Outcome.Facts(word: "2026-13-19")).contains("2026-13-19"))
    #expect(detail(.soundChanged, Outcome.Facts(word: "quiet")).contains("no sounds"))
    let both = Outcome(.limit, mode: .checkout, facts: Outcome.Facts(reasons: [.limit, .parts], parts: 3))
    #expect(words.told(.parts, of: both).detail == "3 parts belong to it. See that all are there.")
  }

  @Test func `a question says what a yes does`() throws {
    let words = try words(.english)
    for code in [Outcome.Code.holdOther, .onLoanElsewhere, .foundMissing, .limit, .cardBlocked] {
      let asked = Outcome(code, mode: .checkout, facts: Outcome.Facts(isQuestion: true))
      #expect(words.detail(of: asked).contains("Yes"), "\(code)")
      #expect(!words.detail(of: Outcome(code, mode: .checkout)).contains("Yes"), "\(code)")
    }
  }

  @Test func `days are told by the house's clock`() throws {
    var words = try words(.french)
    let late = try #require(Timestamp("2026-11-30T23:30:00Z") as Timestamp?)
    #expect(words.day(late) == "30 novembre 2026")
    words.ahead = { _ in 3600 }
    #expect(words.day(late) == "1er décembre 2026")
    words.ahead = { _ in -86_400 }
    #expect(words.day(late) == "29 novembre 2026")
    #expect(try self.words(.german).day(late) == "30. November 2026")
  }

  @Test func `money has its mark and its digits`() throws {
    #expect(try words(.english).money(5) == "0.05\u{A0}EUR")
    #expect(try words(.german).money(123_456) == "1234,56\u{A0}EUR")
    #expect(try words(.french).money(-250) == "−2,50\u{A0}EUR")
    #expect(try words(.english, "JPY").money(120) == "120\u{A0}JPY")
    #expect(try words(.english, "KWD").money(1250) == "1.250\u{A0}KWD")
  }
}

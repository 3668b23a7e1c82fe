import Deadwax
import Messages
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct PGMNumbersTests {
  static let shelf = Location(place: .new(at: .now()), placeName: "Shelf 3", slot: .new(at: .now()), slotNumber: 118)

  private func words(_ language: Language, _ currency: String = "EUR") throws -> LanguageTexts {
    LanguageTexts(try Catalogue.messages(), language: language, currency: currency)
  }

  @Test func `the English sentences stay as they were`() throws {
    let words = try words(.english)
    let copy = Copy.ID.new(at: .now())
    let table: [(Outcome, String, String)] = [
      (Outcome(.found, mode: .lookup, location: Self.shelf), "Found", "Belongs at Shelf 3, slot 118."),
      (Outcome(.found, mode: .lookup, copy: copy), "Found", "It has no place yet."),
      (Outcome(.found, mode: .lookup), "Found", "In the catalogue."),
      (Outcome(.returned, mode: .return, location: Self.shelf), "Returned", "Put it back: Shelf 3, slot 118."),
      (Outcome(.returned, mode: .return), "Returned", "It has no place yet. Shelve it."),
      // A record that a borrower waits for is not shelved.
      (
        Outcome(.returned, mode: .return, facts: Outcome.Facts(notes: [.holdWaiting])), "Returned",
        "Put it on the pick-up shelf."
      ),
      (
        Outcome(.redone, mode: .return), "Redone",
        "The change is in effect again. To undo it, press Undo again."
      ),
      (Outcome(.shelved, mode: .shelve, location: Self.shelf), "Shelved", "Shelf 3, slot 118."),
      (Outcome(.copyNeeded, mode: .shelve), "Scan the copy", "Scan the copy that belongs there."),
      (Outcome(.copyNeeded, mode: .bind), "Scan the copy", "Scan the copy, card, place or slot for this tag or label."),
      (Outcome(.tagNeeded, mode: .bind), "Scan the tag or label", "Place its tag on the reader, or scan the label."),
      (
        Outcome(.modeChanged, mode: .write), "Write tags",
        "Scan a copy and place its tag on the reader, in either order."
      ),
      (
        Outcome(.modeChanged, mode: .write, copy: copy), "Write tags",
        "Next in the list: place the tag for this copy on the reader."
      ),
      (Outcome(.modeChanged, mode: .checkout), "Check out", "Scan the borrower’s card."),
      (Outcome(.sessionStarted, mode: .checkout), "Welcome", "Scan the copies to borrow."),
      (Outcome(.sessionStarted, mode: .renew), "Welcome", "Scan the copies to renew."),
      (
        Outcome(.switchBorrower, mode: .renew), "Next borrower",
        "The previous session has ended. Scan the copies to renew."
      ),
      (
        Outcome(.limit, mode: .checkout, facts: Outcome.Facts(count: 3)), "Loan limit reached",
        "The limit is 3 loans. Return something first."
      ),
      (
        Outcome(.limit, mode: .checkout, facts: Outcome.Facts(count: 1)), "Loan limit reached",
        "The limit is one loan. Return something first."
      ),
      (Outcome(.partsMissing, mode: .checkout), "A part is missing", "All its parts are missing. Give it to staff."),
      (
        Outcome(.holdWaiting, mode: .checkout), "On hold", "You cannot renew it. Another borrower has a hold on it."
      ),
    ]
    for (outcome, title, detail) in table {
      #expect(words.title(of: outcome) == title)
      #expect(words.detail(of: outcome) == detail)
    }
  }

  @Test func `facts are in the sentence`() throws {
    let words = try words(.english)
    func detail(_ code: Outcome.Code, _ facts: Outcome.Facts) -> String {
      words.detail(of: Outcome(code, mode: .return, facts: facts))
    }
    #expect(
      detail(.partsMissing, Outcome.Facts(parts: 2, partsBack: 1))
        == "1 of 2 parts were returned. Put it aside for staff.")
    #expect(detail(.holdWaiting, Outcome.Facts()) == "Another borrower has a hold on it. Put it on the pick-up shelf.")
    #expect(detail(.returnedOverdue, Outcome.Facts(overdueDays: 1)).contains("one day"))
    #expect(detail(.feeDue, Outcome.Facts(fee: 240)).contains("2.40\u{A0}EUR"))
    #expect(detail(.changedSince, Outcome.Facts(word: "give-back")).contains("“returned”"))
    #expect(detail(.dropDate, Outcome.Facts(word: "2026-11-19")).contains("19 November 2026"))
    #expect(detail(.dropDate, Outcome.Facts(word: "2026-13-19")).contains("2026-13-19"))
    #expect(detail(.soundChanged, Outcome.Facts(word: "quiet")).contains("muted"))
    let both = Outcome(.limit, mode: .checkout, facts: Outcome.Facts(reasons: [.limit, .parts], parts: 3))
    #expect(words.texts(.parts, of: both).detail == "It has 3 parts. Check that all of them are there.")
  }

  /// The reasons against a check-out or a renewal that a yes can confirm.
  static let askable: [Outcome.Code] = [
    .cardBlocked, .cardExpired, .overdueBlock, .feesBlock, .limit, .withdrawn, .notForLoan, .partsMissing,
    .onLoanElsewhere, .holdOther, .foundMissing, .overdueBlockAll, .overdueBlockItem, .holdWaiting, .renewLimit,
    .tooEarly,
  ]

  @Test func `a question ends with a question mark, and a refusal does not`() throws {
    for language in Language.allCases {
      let words = try words(language)
      for code in Self.askable {
        for mode in [Mode.checkout, .renew] {
          let prompted = Outcome(code, mode: mode, facts: Outcome.Facts(isQuestion: true))
          #expect(words.detail(of: prompted).hasSuffix("?"), "\(language) \(code)")
          #expect(!words.detail(of: Outcome(code, mode: mode)).hasSuffix("?"), "\(language) \(code)")
        }
      }
    }
  }

  @Test func `staff get reasons in sentences of their own`() throws {
    let words = try words(.english)
    let others: [Outcome.Code] = [
      .renewOffer, .notOnLoan, .alreadyYours, .duplicate, .alreadyThere, .changedSince, .nothingToUndo, .feeDue,
      .overdueNote, .pinLocked, .notAllowed,
    ]
    for code in Self.askable + others {
      let reported = words.detail(of: Outcome(code, mode: .checkout, facts: Outcome.Facts(word: "staff")))
      #expect(reported != words.detail(of: Outcome(code, mode: .checkout)), "\(code)")
      for word in ["staff", "Bring", "bring", "Pay ", "Come back", "your", "pick-up shelf", "desk has"] {
        #expect(!reported.contains(word), "\(code): \(reported)")
      }
    }
  }

  @Test func `a text for a mode, a question or a word has a used name`() throws {
    var known: Set<String> = ["question", "held", "some", "release", "staff", "loud", "quiet", "next"]
    known.formUnion(["noted", "shelved", "disabled"])
    known.formUnion(["borrower", "place", "slot"])
    known.formUnion(Mode.allCases.flatMap { [$0.rawValue, "\($0.rawValue).copy"] })
    for key in try Catalogue.keys(.english) where key.hasPrefix("outcome.") {
      let parts = key.split(separator: ".", maxSplits: 3).map(String.init)
      guard parts.count > 3 else { continue }
      let special = parts[3].split(separator: ".").filter { !["one", "bare"].contains($0) }.joined(separator: ".")
      #expect(special.isEmpty || known.contains(special), "\(key)")
    }
  }

  @Test func `days are in the library's time zone`() throws {
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

import Deadwax
import OfflineStation
import Testing

@Suite(.timeLimit(.minutes(5)))
struct OfflineMachineTests {
  /// A row of the table: the interpretation of one scan in one mode, with or without an open session.
  struct Row: Sendable {
    var mode: Mode
    var inSession: Bool
    var held: ScannedObject
    var act: OfflineEntry.Act
    var displayed: Outcome.Code

    init(
      _ mode: Mode, _ session: Session, _ held: ScannedObject, _ act: OfflineEntry.Act, _ displayed: Outcome.Code
    ) {
      (self.mode, inSession, self.held, self.act, self.displayed) = (mode, session == .with, held, act, displayed)
    }

    enum Session { case with, without }
  }

  static let rows: [Row] = [
    // A card opens a session, regardless of reasons against its borrower; a closed card opens none.
    Row(.auto, .without, .card, .card, .sessionStarted),
    Row(.checkout, .without, .card, .card, .sessionStarted),
    Row(.renew, .without, .card, .card, .sessionStarted),
    Row(.auto, .without, .hindered, .card, .recordedOffline),
    Row(.auto, .without, .newCard, .card, .recordedOffline),
    Row(.auto, .without, .formOfCard, .card, .recordedOffline),
    Row(.auto, .without, .blocked, .refused, .cardBlocked),
    Row(.checkout, .without, .expired, .refused, .cardExpired),
    Row(.auto, .with, .second, .card, .switchBorrower),
    Row(.auto, .with, .newCard, .card, .recordedOffline),
    Row(.checkout, .with, .blocked, .refused, .cardBlocked),
    Row(.checkout, .with, .card, .card, .sessionEnded),
    Row(.return, .without, .card, .refused, .wrongKind),
    Row(.return, .without, .blocked, .refused, .cardBlocked),
    // A copy in a session is checked out, regardless of the replica's data about it.
    Row(.auto, .with, .copy, .checkOut, .recordedOffline),
    Row(.auto, .with, .out, .checkOut, .recordedOffline),
    Row(.checkout, .with, .other, .checkOut, .recordedOffline),
    Row(.checkout, .with, .several, .checkOut, .recordedOffline),
    Row(.checkout, .with, .newCopy, .checkOut, .recordedOffline),
    Row(.checkout, .with, .barcode, .checkOut, .recordedOffline),
    Row(.checkout, .with, .tag, .checkOut, .recordedOffline),
    Row(.checkout, .with, .text, .checkOut, .recordedOffline),
    Row(.checkout, .with, .blank, .checkOut, .recordedOffline),
    Row(.checkout, .with, .notForLoan, .refused, .notForLoan),
    // Without a session a card comes first; an unknown code may be one.
    Row(.checkout, .without, .copy, .refused, .cardNeeded),
    Row(.checkout, .without, .newCopy, .refused, .cardNeeded),
    Row(.checkout, .without, .barcode, .refused, .cardNeeded),
    Row(.checkout, .without, .text, .card, .recordedOffline),
    Row(.checkout, .without, .tag, .card, .recordedOffline),
    // In mode auto it checks in a copy on loan, and nothing else.
    Row(.auto, .without, .out, .checkIn, .recordedOffline),
    Row(.auto, .without, .copy, .other, .hubOffline),
    Row(.auto, .without, .other, .other, .hubOffline),
    Row(.auto, .without, .several, .other, .hubOffline),
    Row(.auto, .without, .newCopy, .other, .hubOffline),
    Row(.auto, .without, .text, .other, .hubOffline),
    Row(.return, .without, .out, .checkIn, .recordedOffline),
    Row(.return, .without, .copy, .checkIn, .recordedOffline),
    Row(.return, .without, .text, .checkIn, .recordedOffline),
    Row(.return, .with, .out, .checkIn, .recordedOffline),
    Row(.renew, .without, .out, .renew, .recordedOffline),
    Row(.renew, .with, .out, .renew, .recordedOffline),
    // Places, and every other mode.
    Row(.return, .without, .place, .other, .hubOffline),
    Row(.checkout, .with, .place, .other, .hubOffline),
    Row(.lookup, .without, .copy, .other, .hubOffline),
    Row(.shelve, .without, .place, .other, .hubOffline),
    Row(.add, .without, .barcode, .other, .hubOffline),
    Row(.inbox, .without, .card, .other, .hubOffline),
    Row(.write, .without, .tag, .other, .hubOffline),
    // A stock-take counts everything but cards when the hub is back.
    Row(.stocktake, .without, .copy, .other, .recordedOffline),
    Row(.stocktake, .without, .newCopy, .other, .recordedOffline),
    Row(.stocktake, .without, .barcode, .other, .recordedOffline),
    Row(.stocktake, .without, .place, .other, .recordedOffline),
    Row(.stocktake, .without, .card, .refused, .wrongKind),
    // Codes that name nothing, in any mode.
    Row(.checkout, .with, ScannedObject(text: "DW:I:0000000000000Z"), .refused, .damagedCode),
    Row(.return, .without, ScannedObject(text: "5099902988024", symbology: .ean13), .refused, .wrongCheckDigit),
    Row(.lookup, .without, ScannedObject(text: "08112233", symbology: .tagUID), .refused, .tagRandomUID),
    Row(.auto, .without, ScannedObject(text: String(repeating: "x", count: 600)), .refused, .unusableCode),
    Row(.auto, .without, ScannedObject(text: OwnCode(.command, number: 4000).description), .refused, .unknownCommand),
    // Commands.
    Row(.auto, .without, .order(.return), .card, .modeChanged),
    Row(.auto, .with, .order(.shelve), .card, .modeChanged),
    Row(.auto, .with, .order(.end), .card, .sessionEnded),
    Row(.auto, .without, .order(.end), .card, .nothingOpen),
    Row(.auto, .with, .order(.undo), .other, .hubOffline),
    Row(.renew, .with, .order(.renewAll), .other, .hubOffline),
    Row(.return, .without, .order(.bookDrop), .other, .hubOffline),
    Row(.auto, .without, .order(.yes), .refused, .hubOffline),
    Row(.auto, .without, .order(.choice1), .refused, .hubOffline),
    Row(.condition, .without, .order(.gradeMint), .refused, .hubOffline),
    Row(.auto, .without, .order(.quiet), .refused, .hubOffline),
  ]

  @Test(arguments: rows)
  func `every case is displayed and stored according to the table`(_ row: Row) throws {
    var counter = OfflineStationUnderTest(row.inSession ? .auto : row.mode)
    if row.inSession {
      counter.hold(.card)
      // The command is a scan like any other; the session continues if the new mode deals with borrowers.
      if row.mode != .auto { counter.hold(.order(try #require(Command.allCases.first { $0.mode == row.mode }))) }
      #expect(counter.state.session != nil)
    }
    let before = counter.entries.count
    let step = counter.hold(row.held)
    #expect(step.displayed.code == row.displayed)
    #expect(counter.entries.count == before + 1)
    let entry = try #require(step.entry)
    #expect(entry.act == row.act)
    #expect(entry.displayed == row.displayed)
    #expect(entry.mode == row.mode)
    #expect(entry.sequence == Int64(before + 1))
    #expect(entry.reader == "scanner")
    #expect(OfflineMachine.codes.contains(row.displayed))
  }

  @Test func `an entry names the card that it is for, and only then`() throws {
    var counter = OfflineStationUnderTest(.checkout)
    #expect(counter.hold(.second).entry?.card == nil)
    let lent = try #require(counter.hold(.copy).entry)
    #expect(lent.card == "29876543")
    #expect(lent.cardSymbology == .code39)
    counter.hold(.order(.return))
    #expect(counter.hold(.out).entry?.card == nil)
    counter.hold(.order(.checkout))
    #expect(counter.hold(.other).entry?.card == "29876543")
    #expect(counter.hold(.order(.end)).entry?.card == "29876543")
    #expect(counter.hold(.copy).displayed.code == .cardNeeded)
  }

  @Test func `a card on a tag is named by what is written on it`() throws {
    var counter = OfflineStationUnderTest(.checkout)
    let written = OwnCode(.borrower, number: 7).description
    counter.hold(ScannedObject(text: "04A1B2C3D4E580", symbology: .tagUID, written: written, standing: .card))
    let lent = try #require(counter.hold(.copy).entry)
    #expect(lent.card == written)
    #expect(lent.cardSymbology == .ndef)
    // The same card as a barcode is the same card.
    #expect(counter.hold(ScannedObject(text: written, standing: .card)).displayed.code == .sessionEnded)
  }

  @Test func `a session ends after its time, and every scan in it gives it its time again`() {
    var counter = OfflineStationUnderTest(.checkout)
    counter.hold(.card)
    #expect(counter.hold(.copy, after: .seconds(80)).displayed.code == .recordedOffline)
    #expect(counter.hold(.other, after: .seconds(80)).displayed.code == .recordedOffline)
    #expect(counter.hold(.out, after: .seconds(90)).displayed.code == .cardNeeded)
  }

  @Test func `a locked card ends the open session`() {
    for closed in [ScannedObject.blocked, .expired] {
      var counter = OfflineStationUnderTest(.checkout)
      counter.hold(.card)
      counter.hold(closed)
      #expect(counter.hold(.copy).displayed.code == .cardNeeded)
    }
    var counter = OfflineStationUnderTest(.checkout)
    counter.hold(.card)
    counter.hold(.order(.return))
    counter.hold(.second)
    counter.hold(.order(.checkout))
    #expect(counter.hold(.copy).displayed.code == .cardNeeded)
  }

  @Test func `the same within three seconds is the same movement, unless its meaning has changed`() {
    var counter = OfflineStationUnderTest(.checkout)
    counter.hold(.card)
    #expect(counter.hold(.card, after: .milliseconds(2900)).displayed.code == .duplicate)
    #expect(counter.hold(.copy, after: .seconds(1)).displayed.code == .recordedOffline)
    let again = counter.hold(.copy, after: .seconds(2))
    #expect(again.displayed.code == .duplicate)
    #expect(again.entry == nil)
    // A reader that repeats a report adds nothing.
    #expect(counter.hold(.copy, after: .seconds(2)).displayed.code == .duplicate)
    #expect(counter.hold(.copy, after: .seconds(3)).displayed.code == .recordedOffline)
    // The tag of the same record, seen by the other reader.
    let tag = ScannedObject(
      text: "04A1B2C3D4E580", symbology: .tagUID, written: ScannedObject.copy.text, standing: .copyIn)
    #expect(counter.hold(tag, after: .milliseconds(300)).displayed.code == .duplicate)
    // The next borrower with the same record; and another mode.
    counter.hold(.second, after: .seconds(1))
    #expect(counter.hold(.copy, after: .seconds(1)).entry?.card == "29876543")
    counter.hold(.order(.return), after: .milliseconds(500))
    #expect(counter.hold(.copy, after: .milliseconds(500)).entry?.act == .checkIn)
  }

  @Test func `a mode that is not the station's own ends by itself`() {
    var counter = OfflineStationUnderTest(.checkout, meta: .library(home: .checkout))
    counter.hold(.order(.return))
    #expect(counter.hold(.out, after: .seconds(590)).entry?.mode == .return)
    #expect(counter.hold(.out, after: .seconds(590)).entry?.mode == .return)
    #expect(counter.hold(.copy, after: .seconds(600)).entry?.mode == .checkout)
  }

  @Test func `a mode that is not about borrowers ends the session`() {
    var counter = OfflineStationUnderTest(.checkout)
    counter.hold(.card)
    counter.hold(.order(.lookup))
    counter.hold(.order(.checkout))
    #expect(counter.hold(.copy).displayed.code == .cardNeeded)
  }

  @Test func `without a replica every code is treated as unknown`() {
    var counter = OfflineStationUnderTest(.checkout, meta: nil)
    for held in [ScannedObject.blocked, .second] {
      var unknown = held
      unknown.standing = nil
      #expect(counter.hold(unknown).displayed.code == .recordedOffline)
      #expect(counter.hold(.newCopy).entry?.act == .checkOut)
    }
    #expect(counter.machine.home == .auto)
    #expect(counter.machine.sessionTime == .seconds(90))
  }

  @Test func `a station that is not to return by itself does not`() {
    var counter = OfflineStationUnderTest(.auto, meta: .library(returnsInAuto: false))
    #expect(counter.hold(.out).entry?.act == .other)
  }

  @Test func `a clock that is put back does not put back what is written down`() throws {
    var counter = OfflineStationUnderTest(.return)
    let first = try #require(counter.hold(.out).entry)
    let second = try #require(counter.hold(.copy, after: .seconds(-3600)).entry)
    #expect(second.at == first.at)
    #expect(second.sequence == first.sequence + 1)
  }

  @Test func `a reading without a code is displayed, and not stored`() {
    var counter = OfflineStationUnderTest(.return)
    let step = counter.hold(ScannedObject(text: " \r"))
    #expect(step.displayed.code == .unusableCode)
    #expect(step.entry == nil)
    #expect(counter.hold(.out).entry?.sequence == 1)
  }

  @Test func `the content of a tag is used only if it can be trusted`() {
    var counter = OfflineStationUnderTest(.checkout)
    counter.hold(.card)
    var tag = ScannedObject(
      text: "04A1B2C3D4E580", symbology: .tagUID, written: ScannedObject.copy.text, fault: "codes-disagree")
    #expect(counter.hold(tag).entry?.written == nil)
    tag.fault = nil
    #expect(counter.hold(tag).entry?.written == ScannedObject.copy.text)
    tag.written = String(repeating: "x", count: 600)
    tag.text = "04A1B2C3D4E581"
    #expect(counter.hold(tag).entry?.written == nil)
    // The hub would refuse an invalid symbology, and the entries after it would never be merged.
    for name in ["", String(repeating: "x", count: 41)] {
      let entry = counter.hold(ScannedObject(text: "a code \(name.count)", symbology: Symbology(rawValue: name))).entry
      #expect(entry?.symbology == .unknown)
    }
  }
}

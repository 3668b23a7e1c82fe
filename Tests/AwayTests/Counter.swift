import Away
import Deadwax

/// An offline station, and a few objects to scan.
struct Counter {
  var desk: AwayDesk
  var state: AwayDesk.State
  var now = Timestamp(milliseconds: 1_795_000_000_000)
  private(set) var entries: [AwayEntry] = []

  init(_ mode: Mode = .auto, meta: Replica.Meta? = .house()) {
    desk = AwayDesk(meta)
    state = AwayDesk.State(mode: mode)
  }

  /// Scans an object, the given time after the previous one.
  @discardableResult
  mutating func hold(_ held: Held, after pause: Duration = .seconds(10)) -> AwayDesk.Step {
    now = now + pause
    let step = desk.next(state, held.reading(at: now), reader: "scanner", standing: held.standing, at: now)
    state = step.state
    if let entry = step.entry { entries.append(entry) }
    return step
  }
}

/// An object to scan, with its standing in the replica.
struct Held: Hashable, Sendable {
  var text: String
  var symbology = Symbology.code128
  var written: String?
  var fault: String?
  var standing: Replica.Standing?

  func reading(at time: Timestamp) -> Reading {
    Reading(id: .new(at: time), at: time, symbology: symbology, text: text, written: written, fault: fault)
  }

  static let copy = Held(text: OwnCode(.copy, number: 1).description, standing: .copyIn)
  static let other = Held(text: OwnCode(.copy, number: 2).description, standing: .copyReady)
  static let out = Held(text: OwnCode(.copy, number: 3).description, standing: .copyOut)
  static let notForLoan = Held(text: OwnCode(.copy, number: 4).description, standing: .copyNotForLoan)
  static let several = Held(text: "5099902988023", symbology: .ean13, standing: .several)
  static let card = Held(text: OwnCode(.borrower, number: 1).description, standing: .card)
  static let second = Held(text: "29876543", symbology: .code39, standing: .card)
  static let hindered = Held(text: OwnCode(.borrower, number: 3).description, standing: .cardHindered)
  static let blocked = Held(text: OwnCode(.borrower, number: 4).description, standing: .cardBlocked)
  static let expired = Held(text: OwnCode(.borrower, number: 5).description, standing: .cardExpired)
  static let place = Held(text: OwnCode(.place, number: 1).description, standing: .place)
  /// Objects that no replica knows.
  static let newCopy = Held(text: OwnCode(.copy, number: 9).description)
  static let newCard = Held(text: OwnCode(.borrower, number: 9).description)
  static let formOfCard = Held(text: "M-1234", symbology: .code39)
  static let text = Held(text: "something", symbology: .code39)
  static let barcode = Held(text: "724384960650", symbology: .upcA)
  static let tag = Held(text: "04A1B2C3D4E580", symbology: .tagUID)
  static let blank = Held(text: OwnCode(.blank, number: 9).description)

  static func order(_ command: Command) -> Held { Held(text: command.code.description, symbology: .qr) }
}

extension Replica.Meta {
  static func house(home: Mode = .auto, returnsInAuto: Bool = true) -> Replica.Meta {
    Replica.Meta(
      madeAt: Timestamp(milliseconds: 0), event: 1, station: .desk, sealedKey: "00", home: home, sessionSeconds: 90,
      returnsInAuto: returnsInAuto, cardPatterns: ["M-####", ""], language: "en", words: [:])
  }
}

import Deadwax
import OfflineStation

/// An offline station, and a few objects to scan.
struct OfflineStationUnderTest {
  var machine: OfflineMachine
  var state: OfflineMachine.State
  var now = Timestamp(milliseconds: 1_795_000_000_000)
  private(set) var entries: [OfflineEntry] = []

  init(_ mode: Mode = .auto, meta: Replica.Meta? = .library()) {
    machine = OfflineMachine(meta)
    state = OfflineMachine.State(mode: mode)
  }

  /// Scans an object, the given time after the previous one.
  @discardableResult
  mutating func hold(_ held: ScannedObject, after pause: Duration = .seconds(10)) -> OfflineMachine.Step {
    now = now + pause
    let step = machine.next(state, held.reading(at: now), reader: "scanner", standing: held.standing, at: now)
    state = step.state
    if let entry = step.entry { entries.append(entry) }
    return step
  }
}

/// An object to scan, with its standing in the replica.
struct ScannedObject: Hashable, Sendable {
  var text: String
  var symbology = Symbology.code128
  var written: String?
  var fault: String?
  var standing: Replica.CachedStatus?

  func reading(at time: Timestamp) -> Reading {
    Reading(id: .new(at: time), at: time, symbology: symbology, text: text, written: written, fault: fault)
  }

  static let copy = ScannedObject(text: OwnCode(.copy, number: 1).description, standing: .copyIn)
  static let other = ScannedObject(text: OwnCode(.copy, number: 2).description, standing: .copyReady)
  static let out = ScannedObject(text: OwnCode(.copy, number: 3).description, standing: .copyOut)
  static let notForLoan = ScannedObject(text: OwnCode(.copy, number: 4).description, standing: .copyNotForLoan)
  static let several = ScannedObject(text: "5099902988023", symbology: .ean13, standing: .several)
  static let card = ScannedObject(text: OwnCode(.borrower, number: 1).description, standing: .card)
  static let second = ScannedObject(text: "29876543", symbology: .code39, standing: .card)
  static let hindered = ScannedObject(text: OwnCode(.borrower, number: 3).description, standing: .cardHindered)
  static let blocked = ScannedObject(text: OwnCode(.borrower, number: 4).description, standing: .cardBlocked)
  static let expired = ScannedObject(text: OwnCode(.borrower, number: 5).description, standing: .cardExpired)
  static let place = ScannedObject(text: OwnCode(.place, number: 1).description, standing: .place)
  /// Objects that no replica knows.
  static let newCopy = ScannedObject(text: OwnCode(.copy, number: 9).description)
  static let newCard = ScannedObject(text: OwnCode(.borrower, number: 9).description)
  static let formOfCard = ScannedObject(text: "M-1234", symbology: .code39)
  static let text = ScannedObject(text: "something", symbology: .code39)
  static let barcode = ScannedObject(text: "724384960650", symbology: .upcA)
  static let tag = ScannedObject(text: "04A1B2C3D4E580", symbology: .tagUID)
  static let blank = ScannedObject(text: OwnCode(.blank, number: 9).description)

  static func order(_ command: Command) -> ScannedObject {
    ScannedObject(text: command.code.description, symbology: .qr)
  }
}

extension Replica.Meta {
  static func library(home: Mode = .auto, returnsInAuto: Bool = true) -> Replica.Meta {
    Replica.Meta(
      madeAt: Timestamp(milliseconds: 0), event: 1, station: .hubStation, sealedKey: "00", home: home,
      sessionSeconds: 90,
      returnsInAuto: returnsInAuto, cardPatterns: ["M-####", ""], language: "en", words: [:])
  }
}

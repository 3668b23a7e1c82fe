import Deadwax
import Lending
import Scanning
import StationLogic
import Storage
import TestSupport
import Threads

/// A random evening: cards, records, commands, answers, time, and other changes of the records, at several stations, in
/// any order. It does not wait for its requests, so that thousands of steps share their commits.
struct RandomEvening {
  let shelf: CasesLibrary
  var random: SeededRandom
  var stations: [Station.Name] = []
  /// The number of readings that became scans; exact only after `settle`.
  var scans: Int { sent - refused.withLock { $0 } }
  private var sent = 0
  /// The number of typed codes that were refused because they may be a PIN: they are not scans.
  private let refused = Locked(0)
  private let open = Monitor(0)
  private let failures: Locked<[String]>

  private static let texts = [
    CasesLibrary.shared, CasesLibrary.twice, "4988029033147", "9780201379624", "0000000000000", "what is this", "",
    "DW:I:0000000000000", "2000000000008", "5099902988024",
  ]

  init(_ shelf: CasesLibrary, seed: UInt64) throws {
    self.shelf = shelf
    random = SeededRandom(seed: seed)
    failures = Locked([])
    stations = ["desk", "kiosk", "back"].compactMap { Station.Name($0) }
    var kiosk = StationPolicy(home: .checkout)
    kiosk.isSelfService = true
    kiosk.asksPIN = true
    try shelf.set(kiosk, of: stations[1])
    try shelf.set(StationPolicy(home: .auto), of: stations[2])
    let people = [shelf.places.borrowers[0].id, shelf.places.borrowers[CasesLibrary.staff].id]
    try shelf.database.write { transaction in
      for person in people { try transaction.setPIN("a hash that nothing is compared with", of: person) }
    }
  }

  /// The errors that no step may cause.
  var faults: [String] { failures.withLock { $0 } }

  mutating func step() {
    let station = stations[Int.random(in: 0..<stations.count, using: &random)]
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<4: tag(station)
    case 4..<34: scan(pick(shelf.places.copies).code.description, .code128, station)
    case 34..<48: scan(pick(shelf.places.cards), .typed, station)
    case 48..<56: scan(pick(Self.texts), Bool.random(using: &random) ? .ean13 : .typed, station)
    case 56..<60: scan(pick(shelf.places.slots).description, .qr, station)
    case 60..<72: scan(pick(Command.allCases).code.description, .qr, station)
    case 72..<77:
      act(.answer(Bool.random(using: &random), reason: Bool.random(using: &random) ? "a word" : nil), station)
    case 77..<80: act(.pick(Int.random(in: 1...9, using: &random)), station)
    case 80..<82: act(.undo, station)
    case 82..<83: act(.renewAll, station)
    case 83..<85: act(.end, station)
    case 85..<87: act(.choose(pick(Mode.allCases)), station)
    case 87..<88: act(.pin(isRight: Bool.random(using: &random)), station)
    case 88..<89: act(.fault(Bool.random(using: &random) ? "readers" : nil), station)
    case 89..<97:
      shelf.advance(.seconds(pick([0, 1, 5, 15, 40, 120, 700])))
      for station in stations { act(.timer, station) }
    case 97..<98: shelf.advance(.seconds(pick([86_400, 10 * 86_400])))
    default: counter()
    }
  }

  /// Performs an action of staff without a station.
  private mutating func counter() {
    let borrower = pick(shelf.places.borrowers)
    let copy = pick(shelf.places.copies)
    let choice = Int.random(in: 0..<6, using: &random)
    let slot = pick(shelf.places.slots)
    let text = "\(Int.random(in: 1...30, using: &random))"
    begin()
    shelf.database.submit(
      { transaction in
        switch choice {
        case 0:
          let hold = Hold(
            id: transaction.newID(), subject: .release(copy.release), borrower: borrower.id,
            createdAt: transaction.now)
          do { try transaction.insert(hold) } catch let error as StorageError where error.kind == .conflict {}
          try transaction.recordChange(.hold)
        case 1:
          try transaction.set(["loan.days", "renewal.limit", "limits.loans"][Int(text).map { $0 % 3 } ?? 0], to: text)
          try transaction.recordChange(.setting)
        case 2:
          guard var person = try transaction.borrower(borrower.id) else { return }
          person.block = person.block == nil ? Borrower.Block(reason: "a reason", at: transaction.now) : nil
          _ = try transaction.update(person)
          try transaction.recordChange(.borrower, by: "counter")
        case 3:
          try transaction.set(copy.number % 2 == 0 ? .missing : .available, of: copy.id)
          try transaction.recordChange(.copy)
        case 4:
          let key = Code.Key(class: .own, value: slot.description)
          guard case .slot(let id) = try transaction.target(of: key), var slot = try transaction.slot(id) else {
            return
          }
          slot.disabledReason = slot.isDisabled ? nil : "broken"
          try transaction.update(slot)
          try transaction.recordChange(.place)
        default:
          guard let change = try transaction.changes(limit: 3).last else { return }
          _ = try transaction.undo(change.id, by: "counter")
        }
      }, then: ended)
  }

  /// Puts a tag on the reader, and often removes it again: an empty tag, one of the library's, or a phone.
  private mutating func tag(_ station: Station.Name) {
    guard
      let uid = TagID(
        pick([
          "04A2B3C4D5E680", "04111111111180", "04222222222280", "08010203", CasesLibrary.tagCard,
          CasesLibrary.tagCardBackwards,
        ]))
    else { return }
    let code = Bool.random(using: &random) ? pick(shelf.places.copies).code : nil
    let present = PresentTag(
      uid: uid, kind: "NTAG213", capacity: 137, access: .writable, content: code == nil ? .empty : .own, code: code,
      reader: "nfc-\(station)", station: station, since: shelf.clock.withLock { $0 })
    scan(uid.description, .tagUID, station, written: code?.description, tag: present)
    if Bool.random(using: &random) { shelf.tags.reportDeparture(uid, from: present.reader, at: station) }
  }

  private mutating func scan(
    _ text: String, _ symbology: Symbology, _ station: Station.Name, written: String? = nil, tag: PresentTag? = nil
  ) {
    sent += 1
    let now = shelf.clock.withLock { $0 }
    let id = Reading.ID(at: now, random: (random.next(), random.next()))
    begin()
    let ended = ended(_:)
    let failures = failures
    let refused = refused
    if let tag { shelf.tags.note(tag) }
    shelf.scans.accept(
      Reading(id: id, at: now, symbology: symbology, text: text, written: written), station: station,
      reader: tag?.reader ?? "camera", tag: tag
    ) { result in
      if case .success(let accepted) = result, accepted.view.scan.id != id {
        failures.withLock { $0.append("another scan was answered") }
      }
      if case .failure(ScanError.pinPrompted) = result, symbology == .typed {
        refused.withLock { $0 += 1 }
        return ended(.success(()))
      }
      ended(result.map { _ in })
    }
  }

  private func act(_ event: StationEvent, _ station: Station.Name) {
    begin()
    let ended = ended(_:)
    shelf.scans.act(event, at: station) { result in ended(result.map { _ in }) }
  }

  private mutating func pick<T>(_ list: [T]) -> T { list[Int.random(in: 0..<list.count, using: &random)] }

  private func begin() {
    open.wait { $0 < 100 ? () : nil }
    open.update { $0 += 1 }
  }

  private func ended(_ result: Result<Void, any Error>) {
    if case .failure(let error) = result { failures.withLock { $0.append("\(error)") } }
    open.update { $0 -= 1 }
  }

  /// Waits until all requests are done.
  func settle() { open.wait { $0 == 0 ? () : nil } }
}

internal import Deadwax
internal import Foundation
internal import Threads
internal import VirtualChip

/// A controller that executes lines of JSON on a chip, and answers each.
final class ChipControl: Sendable {
  private let chip: VirtualChip
  private let state = Locked(State())

  private struct State {
    /// The number of cards that were created.
    var made = 0
    /// The removed cards, by UID.
    var removed: [TagID: AnyCard] = [:]
  }

  /// An order. The fields that apply depend on `do`.
  private struct Order: Decodable {
    var `do`: String
    var kind: String?
    var uid: String?
    var message: String?
    var offset: Int?
    var bytes: String?
    var write: Int?
    var moment: String?
    var seed: UInt64?
    var page: Int?
    var wear: String?
    var every: Int?
    var percent: Int?
    var fault: String?
    var command: String?
    var skipping: Int?
    var times: Int?
    var always: Bool?
    var on: Bool?
  }

  init(_ chip: VirtualChip) { self.chip = chip }

  /// Lays a card described by a word of the command line: a kind, or a kind, a colon and a UID.
  ///
  /// - Throws: `ChipOrderError`.
  func lay(_ word: String) throws(ChipOrderError) {
    let parts = word.split(separator: ":", maxSplits: 1).map(String.init)
    guard let kind = parts.first else { throw ChipOrderError(description: "a card must not be empty") }
    _ = try place(kind, parts.count > 1 ? parts[1] : nil, nil)
  }

  /// - Returns: the answer; nil for the order `quit`.
  func answer(to line: String) -> [String: ControlValue]? {
    do {
      let order = try JSONDecoder().decode(Order.self, from: Data(line.utf8))
      if order.do == "quit" { return nil }
      return try perform(order).merging(["ok": .truth(true)]) { $1 }
    } catch is DecodingError {
      return ["ok": .truth(false), "error": .text("A command must be a line of JSON with \"do\".")]
    } catch {
      return ["ok": .truth(false), "error": .text("\(error)")]
    }
  }

  private func perform(_ order: Order) throws -> [String: ControlValue] {
    switch order.do {
    case "place": return ["uid": .text(try place(order.kind, order.uid, order.message).description)]
    case "remove": return ["removed": .list(try remove(order.uid))]
    case "cards": return ["cards": .list(chip.cards.map(Self.shape)), "torn": .list(chip.torn.map(Self.shape))]
    case "dump": return try dump(order.uid)
    case "poke": try poke(order)
    case "tear": chip.set(try tear(order))
    case "lay-again": return ["laid": .truth(chip.layAgain())]
    case "wear": try wear(order)
    case "weak": chip.setWeak(try losses(order))
    case "fault": chip.set(try fault(order))
    case "silent": chip.setSilent(order.on ?? true)
    case "clear": chip.clearTrouble()
    case "unplug": chip.unplug()
    case "plug": try chip.plug()
    case "stats": return stats
    case "trace": return ["trace": .list(chip.trace.map { .text($0.description) })]
    default: throw ChipOrderError(description: "There is no command '\(order.do)'.")
    }
    return [:]
  }

  // MARK: - Cards

  private func place(_ kind: String?, _ number: String?, _ message: String?) throws(ChipOrderError) -> TagID {
    var card: AnyCard
    if let kind {
      guard let known = CardKind(rawValue: kind) else {
        throw ChipOrderError(description: "There is no card '\(kind)'.")
      }
      let turn = state.withLock { state in
        state.made += 1
        return state.made
      }
      let uid = try number.map { text throws(ChipOrderError) in try Self.uid(text) } ?? known.number(turn)
      guard let made = known.made(uid: uid) else {
        throw ChipOrderError(description: "A card '\(kind)' cannot have a number of \(uid.bytes.count) bytes.")
      }
      card = made
    } else {
      let uid = try Self.uid(number)
      guard let back = state.withLock({ $0.removed.removeValue(forKey: uid) }) else {
        throw ChipOrderError(description: "No card \(uid) was removed; give a kind for a new one.")
      }
      card = back
    }
    if let message {
      guard let holding = card.holding(try Self.bytes(message)) else {
        throw ChipOrderError(description: "The message does not fit this card.")
      }
      card = holding
    }
    chip.place(card)
    return card.uid
  }

  private func remove(_ number: String?) throws -> [ControlValue] {
    guard let number else {
      return chip.removeAll().map { card in
        state.withLock { $0.removed[card.uid] = card }
        return .text(card.uid.description)
      }
    }
    let uid = try Self.uid(number)
    guard let card = chip.remove(uid) else {
      throw ChipOrderError(description: "There is no card \(uid) on the reader.")
    }
    state.withLock { $0.removed[uid] = card }
    return [.text(uid.description)]
  }

  private func card(_ number: String?) throws(ChipOrderError) -> AnyCard {
    let uid = try Self.uid(number)
    guard let card = chip.card(uid) ?? state.withLock({ $0.removed[uid] }) else {
      throw ChipOrderError(description: "There is no card \(uid).")
    }
    return card
  }

  private func dump(_ number: String?) throws(ChipOrderError) -> [String: ControlValue] {
    let card = try card(number)
    let writes = card.eeprom.writes.map { ("\($0.key)", ControlValue.number($0.value)) }
    return [
      "card": Self.shape(card), "pageSize": .number(card.eeprom.pageSize),
      "memory": .text(Self.hexadecimal(card.eeprom.bytes)), "writes": .table(Dictionary(uniqueKeysWithValues: writes)),
    ]
  }

  private func poke(_ order: Order) throws(ChipOrderError) {
    let size = try card(order.uid).eeprom.bytes.count
    let bytes = try Self.bytes(order.bytes ?? "")
    let offset = try Self.within(0...max(size - bytes.count, 0), order.offset ?? -1, "offset")
    guard chip.poke(try Self.uid(order.uid), bytes, at: offset) else {
      throw ChipOrderError(description: "The card is not on the reader, or does not have \(bytes.count) bytes.")
    }
  }

  // MARK: - Trouble

  private func tear(_ order: Order) throws(ChipOrderError) -> TornWrite {
    guard let moment = order.moment.flatMap(TornWrite.Moment.init) else {
      throw ChipOrderError(
        description: "'moment' must be one of \(TornWrite.Moment.allCases.map(\.rawValue).joined(separator: ", ")).")
    }
    return TornWrite(
      write: try Self.within(1...100_000, order.write ?? 1, "write"), moment: moment, seed: order.seed ?? 0)
  }

  private func losses(_ order: Order) throws(ChipOrderError) -> WeakField.Losses {
    if let percent = order.percent {
      return .percent(try Self.within(0...100, percent, "percent"), seed: order.seed ?? 0)
    }
    guard let every = order.every else { return .none }
    return .every(try Self.within(1...10_000, every, "every"))
  }

  private func wear(_ order: Order) throws(ChipOrderError) {
    let eeprom = try card(order.uid).eeprom
    let page = try Self.within(0...max(eeprom.bytes.count / eeprom.pageSize - 1, 0), order.page ?? -1, "page")
    var wear: PageWear?
    if let name = order.wear {
      guard let known = PageWear(rawValue: name) else {
        throw ChipOrderError(
          description: "'wear' must be one of \(PageWear.allCases.map(\.rawValue).joined(separator: ", ")), or null.")
      }
      wear = known
    }
    guard chip.wear(try Self.uid(order.uid), page: page, wear) else {
      throw ChipOrderError(description: "The card is not on the reader.")
    }
  }

  private func fault(_ order: Order) throws(ChipOrderError) -> ChipTrouble {
    guard let fault = order.fault.flatMap(ChipFault.init) else {
      throw ChipOrderError(description: "There is no fault '\(order.fault ?? "")'.")
    }
    var trouble = ChipTrouble(
      fault, skipping: try Self.within(0...100_000, order.skipping ?? 0, "skipping"),
      times: order.always == true ? nil : try Self.within(1...100_000, order.times ?? 1, "times"))
    if let name = order.command {
      guard let code = ChipTrouble.code(of: name) else {
        throw ChipOrderError(description: "The chip has no command '\(name)'.")
      }
      trouble.command = code
    }
    return trouble
  }

  private var stats: [String: ControlValue] {
    let statistics = chip.statistics
    return [
      "total": .number(statistics.total), "commands": .table(statistics.commands.mapValues(ControlValue.number)),
      "commandsOnAir": .table(statistics.commandsOnAir.mapValues(ControlValue.number)),
      "last": statistics.last.map { .text($0.name) } ?? .none, "wakeUps": .number(statistics.wakeUps),
      "aborted": .number(statistics.aborted), "repeated": .number(statistics.repeated),
      "complaints": .number(statistics.complaints), "damagedFrames": .number(statistics.damagedFrames),
      "lostBytes": .number(statistics.lostBytes), "field": .truth(chip.isFieldOn),
      "pluggedIn": .truth(chip.isPluggedIn),
      "faults": .list(chip.troubles.map { .text($0.fault.rawValue) }),
    ]
  }

  // MARK: - Parsing and formatting

  private static func shape(_ card: AnyCard) -> ControlValue {
    .table([
      "uid": .text(card.uid.description), "kind": .text(card.kind), "writes": .number(card.eeprom.writeCount),
    ])
  }

  private static func uid(_ text: String?) throws(ChipOrderError) -> TagID {
    guard let uid = text.flatMap({ TagID(.nfcA, hexadecimal: $0) }) else {
      throw ChipOrderError(description: "'uid' must have 4, 7 or 10 bytes in hexadecimal.")
    }
    return uid
  }

  private static func within(_ range: ClosedRange<Int>, _ number: Int, _ name: String) throws(ChipOrderError) -> Int {
    guard range.contains(number) else {
      throw ChipOrderError(description: "'\(name)' must be a number from \(range.lowerBound) to \(range.upperBound).")
    }
    return number
  }

  private static func bytes(_ text: String) throws(ChipOrderError) -> [UInt8] {
    let digits = Array(text.utf8).map { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count.isMultiple(of: 2), !digits.contains(nil) else {
      throw ChipOrderError(description: "Bytes must be pairs of hexadecimal digits.")
    }
    return stride(from: 0, to: digits.count, by: 2).map { UInt8((digits[$0] ?? 0) << 4 | (digits[$0 + 1] ?? 0)) }
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { String(0x100 | Int($0), radix: 16, uppercase: true).dropFirst() }.joined()
  }
}

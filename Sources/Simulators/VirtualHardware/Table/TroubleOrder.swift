internal import VirtualChip

/// An order to cause trouble at the pad. An absent field changes nothing; null clears the trouble.
struct TroubleOrder: Decodable {
  struct TearOrder: Decodable {
    var write: Int
    var moment: String
    var seed: UInt64?
  }

  struct FaultOrder: Decodable {
    var fault: String
    var command: String?
    var skipping: Int?
    var times: Int?
    /// True to affect every such command from then on.
    var always: Bool?
  }

  /// The value of a field that is present, and may be null.
  enum Change<Value: Decodable>: Decodable {
    case set(Value)
    case clear

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      self = container.decodeNil() ? .clear : .set(try container.decode(Value.self))
    }
  }

  var tear: Change<TearOrder>?
  var weak: Change<Int>?
  var silent: Change<Bool>?
  var unplug: Change<Bool>?
  /// A page of the tags on the pad.
  var worn: Change<Int>?
  /// The behaviour of a worn page; by default it preserves its old content.
  var wear: String?
  /// A fault to add to those already set; null clears them all.
  var fault: Change<FaultOrder>?

  private enum CodingKeys: CodingKey { case tear, weak, silent, unplug, worn, wear, fault }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func change<Value>(_ key: CodingKeys, _ type: Value.Type) throws -> Change<Value>? {
      container.contains(key) ? try container.decode(Change<Value>.self, forKey: key) : nil
    }
    tear = try change(.tear, TearOrder.self)
    weak = try change(.weak, Int.self)
    silent = try change(.silent, Bool.self)
    unplug = try change(.unplug, Bool.self)
    worn = try change(.worn, Int.self)
    wear = try container.decodeIfPresent(String.self, forKey: .wear)
    fault = try change(.fault, FaultOrder.self)
  }
}

extension VirtualTable {
  /// Causes or clears trouble at the pad. An invalid order changes nothing.
  ///
  /// - Throws: `TableFault`; `ChipError` if no terminal is available for plugging in.
  func trouble(_ order: TroubleOrder) throws {
    let tear = try order.tear.map(Self.tear)
    let trouble = try order.fault.map(Self.fault)
    let wear = try Self.wear(order.wear)
    if case .set(let every) = order.weak, !(1...10_000).contains(every) {
      throw TableFault.outOfRange("'weak' must be a number from 1 to 10000: one exchange in this many is lost.")
    }
    let laid = chip.cards
    if case .set(let page) = order.worn {
      guard !laid.isEmpty else { throw TableFault.nothingLaid }
      guard laid.allSatisfy({ (0..<$0.eeprom.bytes.count / $0.eeprom.pageSize).contains(page) }) else {
        throw TableFault.outOfRange("The tag on the reader has no page \(page).")
      }
    }
    if let tear { chip.set(tear) }
    if let trouble { trouble.map { chip.set($0) } ?? chip.clearFaults() }
    switch order.weak {
    case .set(let every): chip.setWeak(every: every)
    case .clear: chip.setWeak(every: nil)
    case nil: break
    }
    switch order.silent {
    case .set(let isSilent): chip.setSilent(isSilent)
    case .clear: chip.setSilent(false)
    case nil: break
    }
    switch order.worn {
    case .set(let page): for card in laid { chip.wear(card.uid, page: page, wear) }
    case .clear: for card in laid { for page in card.eeprom.wornPages { chip.wear(card.uid, page: page, nil) } }
    case nil: break
    }
    switch order.unplug {
    case .set(true): chip.unplug()
    case .set(false), .clear: try chip.plug()
    case nil: break
    }
  }

  private static func tear(_ change: TroubleOrder.Change<TroubleOrder.TearOrder>) throws(TableFault) -> TornWrite? {
    guard case .set(let order) = change else { return nil }
    guard (1...10_000).contains(order.write), let moment = TornWrite.Moment(rawValue: order.moment) else {
      throw .outOfRange("'tear' must have a 'write' from 1 to 10000 and a 'moment': \(moments).")
    }
    return TornWrite(write: order.write, moment: moment, seed: order.seed ?? 0)
  }

  private static let moments = TornWrite.Moment.allCases.map(\.rawValue).joined(separator: ", ")

  private static func fault(_ change: TroubleOrder.Change<TroubleOrder.FaultOrder>) throws(TableFault) -> ChipTrouble? {
    guard case .set(let order) = change else { return nil }
    guard let fault = ChipFault(rawValue: order.fault) else { throw .unknownFault }
    let skipping = order.skipping ?? 0
    let times = order.always == true ? nil : order.times ?? 1
    guard (0...10_000).contains(skipping), (1...10_000).contains(times ?? 1) else {
      throw .outOfRange("'skipping' must be a number from 0 to 10000, and 'times' a number from 1.")
    }
    guard let name = order.command else { return ChipTrouble(fault, skipping: skipping, times: times) }
    guard let trouble = ChipTrouble(fault, commandNamed: name, skipping: skipping, times: times) else {
      throw .outOfRange("The chip has no command '\(name)'.")
    }
    return trouble
  }

  private static func wear(_ name: String?) throws(TableFault) -> PageWear {
    guard let name else { return .keeps }
    guard let wear = PageWear(rawValue: name) else {
      throw .outOfRange("'wear' must be keeps, garbles, refuses or mute.")
    }
    return wear
  }
}

internal import VirtualChip

/// The pending faults as JSON.
struct TroubleView: Encodable {
  struct Fault: Encodable {
    var fault: String
    var command: String?
    var skipping: Int
    var times: Int?
  }

  struct Torn: Encodable {
    var write: Int
    var moment: String
  }

  /// The tear that waits for its write.
  var tear: Torn?
  /// The period of lost exchanges: one of every `weak` exchanges is lost.
  var weak: Int?
  var silent: Bool
  var unplug: Bool
  /// The worn pages of the tags on the pad.
  var worn: [Int]
  var faults: [Fault]

  init(_ chip: VirtualChip) {
    tear = chip.tear.map { Torn(write: $0.write, moment: $0.moment.rawValue) }
    weak = chip.weakEvery
    silent = chip.isSilent
    unplug = !chip.isPluggedIn
    worn = chip.cards.flatMap(\.eeprom.wornPages).sorted()
    faults = chip.troubles.map {
      Fault(
        fault: $0.fault.rawValue, command: $0.command.flatMap(ChipTrouble.name(of:)), skipping: $0.skipping,
        times: $0.times)
    }
  }
}

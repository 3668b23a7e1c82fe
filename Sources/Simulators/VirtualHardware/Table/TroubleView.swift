internal import VirtualChip

/// The pending faults as JSON.
package struct TroubleView: Codable {
  package struct Fault: Codable {
    package var fault: String
    package var command: String?
    package var skipping: Int
    package var times: Int?
  }

  package struct Torn: Codable {
    package var write: Int
    package var moment: String
  }

  /// The tear that waits for its write.
  package var tear: Torn?
  /// The period of lost exchanges: one of every `weak` exchanges is lost.
  package var weak: Int?
  package var silent: Bool
  package var unplug: Bool
  /// The worn pages of the tags on the pad.
  package var worn: [Int]
  package var faults: [Fault]

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

internal import VirtualChip

/// The table as JSON: what lies on it, what is held up and laid down, and what the chip was asked.
struct TableView: Encodable {
  struct Item: Encodable {
    var id: String
    var kind: String
    var title: String
    var subtitle: String?
    var hasTag: Bool
    var hasBarcode: Bool
  }

  struct Camera: Encodable { var show: String? }

  struct Pad: Encodable {
    /// The only thing there, or the first of several.
    var lay: String?
    /// All that lies there.
    var laid: [String]
    /// What of it was torn away in a write, and lies there again when it is laid again.
    var torn: [String]
  }

  struct Chip: Encodable {
    struct Command: Encodable {
      var name: String
      /// Seconds since the chip was made.
      var at: Double
    }

    var commands: Int
    var last: String?
    /// The last few commands, the newest first.
    var recent: [Command]
    /// Writes that cards on the pad have done since they were made.
    var writes: Int
    /// Whether the field is on.
    var field: Bool
    var trouble: TroubleView
  }

  var items: [Item]
  var camera: Camera
  var pad: Pad
  var chip: Chip

  private static let recentLimit = 8

  init(_ table: VirtualTable) {
    let present = table.present
    let statistics = table.chip.statistics
    items = table.items.map {
      Item(
        id: $0.id, kind: $0.kind.rawValue, title: $0.title, subtitle: $0.subtitle, hasTag: $0.tag != nil,
        hasBarcode: $0.hasBarcode)
    }
    camera = Camera(show: present.shown)
    let lies = table.chip.cards
    pad = Pad(
      lay: present.laid.first?.item, laid: present.laid.map(\.item),
      torn: present.laid.filter { table.chip.isTorn($0.tag) }.map(\.item))
    chip = Chip(
      commands: statistics.total, last: statistics.last?.name,
      recent: statistics.recent.suffix(Self.recentLimit).reversed().map {
        let (seconds, attoseconds) = $0.at.components
        return Chip.Command(name: $0.name, at: Double(seconds) + Double(attoseconds / 1_000_000_000_000_000) / 1000)
      },
      writes: lies.reduce(0) { $0 + $1.eeprom.writeCount }, field: table.chip.isFieldOn,
      trouble: TroubleView(table.chip))
  }
}

/// What is set to go wrong, as JSON.
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
  /// One exchange of so many is lost.
  var weak: Int?
  var silent: Bool
  var unplug: Bool
  /// Pages that are worn out on what lies there.
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

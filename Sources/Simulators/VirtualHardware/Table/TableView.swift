internal import VirtualChip

/// The virtual table as JSON: its items, those before the camera and on the pad, and the chip's recent commands.
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
    /// The only item on the pad, or the first of several.
    var lay: String?
    /// All items on the pad.
    var laid: [String]
    /// The items on the pad whose tag was torn away in a write. Laying them again puts the tag back.
    var torn: [String]
  }

  struct Chip: Encodable {
    struct Command: Encodable {
      var name: String
      /// The time in seconds since the chip was created.
      var at: Double
    }

    var commands: Int
    var last: String?
    /// The most recent commands, the newest first.
    var recent: [Command]
    /// The number of writes that the cards on the pad have performed since they were created.
    var writes: Int
    /// True if the field is on.
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
    camera = Camera(show: present.displayed)
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

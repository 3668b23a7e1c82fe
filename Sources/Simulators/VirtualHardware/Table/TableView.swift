internal import VirtualChip

/// The virtual table as JSON: its items, those before the camera and on the pad, and the chip's recent commands.
package struct TableView: Codable {
  package struct Item: Codable {
    package var id: String
    package var kind: String
    package var title: String
    package var subtitle: String?
    package var hasTag: Bool
    package var hasBarcode: Bool
  }

  package struct Camera: Codable { package var show: String? }

  package struct Pad: Codable {
    /// The only item on the pad, or the first of several.
    package var lay: String?
    /// All items on the pad.
    package var laid: [String]
    /// The items on the pad whose tag was torn away in a write. Laying them again puts the tag back.
    package var torn: [String]
  }

  package struct Chip: Codable {
    package struct Command: Codable {
      package var name: String
      /// The time in seconds since the chip was created.
      package var at: Double
    }

    package var commands: Int
    package var last: String?
    /// The most recent commands, the newest first.
    package var recent: [Command]
    /// The number of writes that the cards on the pad have performed since they were created.
    package var writes: Int
    /// True if the field is on.
    package var field: Bool
    package var trouble: TroubleView
  }

  package var items: [Item]
  package var camera: Camera
  package var pad: Pad
  package var chip: Chip

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

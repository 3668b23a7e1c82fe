/// The one table of levels. Arrows go down: a module may import what stands on a lower level of this list.
///
/// A new module gets its place here, and in docs/decisions when the place is not plain. What a C library's owner is
/// stands in Package.swift alone: the one target that depends on it.
enum Levels {
  struct Level {
    let name: String
    let modules: [String]
    /// Whether modules of this level may import each other.
    let looksSideways: Bool
  }

  static let all = [
    Level(
      name: "pure",
      modules: [
        "Away", "Deadwax", "Demo", "Imaging", "Lanes", "Lending", "Log", "Messages", "NDEF", "ReaderProtocol",
      ],
      looksSideways: true),
    // Adapters never import each other: each speaks to one thing outside, in the words of the level below.
    Level(
      name: "adapters",
      modules: [
        "AwayStore", "Barcodes", "Camera", "Configuration", "Devices", "HTTPClient", "HTTPServer", "Labels", "Pictures",
        "Readers", "Scanners", "Secrets", "Storage", "Tags", "VirtualChip",
      ], looksSideways: false),
    Level(
      name: "application",
      modules: ["Catalogue", "Circulation", "Desk", "Events", "Labelling", "Lookup", "Notices", "Sounds"],
      looksSideways: true),
    Level(name: "surface", modules: ["API"], looksSideways: false),
    Level(name: "composition", modules: ["Hub", "VirtualHardware"], looksSideways: false),
    Level(
      name: "programs",
      modules: ["deadwax", "deadwax-bench", "deadwax-fuzz", "deadwax-reader", "deadwax-virtual", "deadwaxd"],
      looksSideways: false),
  ]

  /// C without Swift around it, to measure ours against. For deadwax-bench alone, and no owner of what it links.
  static let yardsticks: Set<String> = ["BareInsert", "BareZBar"]

  /// The place of a module in the table, 0 at the bottom; nil when it is not in it.
  static func level(of module: String) -> Int? { all.firstIndex { $0.modules.contains(module) } }

  /// What every file may import beside this package's modules.
  static let system: Set<String> = [
    "Dispatch", "Foundation", "FoundationEssentials", "Glibc", "Synchronization", "Testing",
  ]

  /// Modules that do without Foundation: they are pure, or on the way of every scan. FoundationEssentials is allowed.
  static let withoutFoundation: Set<String> = [
    "Away", "AwayStore", "Deadwax", "Desk", "HTTPServer", "Imaging", "Lanes", "Lending", "Log", "Messages", "NDEF",
    "Storage",
  ]

  /// What the hub's program must not reach by any way: a device library may abort or hang its process.
  static let ownedByReaders: Set<String> = ["Barcodes", "Camera", "Devices", "Scanners", "Tags"]
}

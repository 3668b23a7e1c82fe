/// The table of module levels. Arrows go down: a module may import modules on lower levels of this list.
///
/// A new module is added here, and to docs/decisions if its level is not obvious. The owner of a C library is defined
/// in Package.swift only: the one target that depends on it.
enum Levels {
  struct Level {
    let name: String
    let modules: [String]
    /// True if modules of this level may import each other.
    let looksSideways: Bool
  }

  static let all = [
    Level(
      name: "pure",
      modules: [
        "CommandLineArguments", "Deadwax", "Demo", "Imaging", "Lending", "Log", "Messages", "NDEF", "OfflineStation",
        "ReaderProtocol", "Threads", "Wire",
      ],
      looksSideways: true),
    // Adapters never import each other: each connects to one external thing, with the types of the level below.
    Level(
      name: "adapters",
      modules: [
        "Barcodes", "Camera", "Configuration", "Devices", "HTTPClient", "HTTPServer", "LabelDrawing", "OfflineStore",
        "Pictures", "Readers", "Scanners", "Secrets", "Storage", "Tags", "VirtualChip",
      ], looksSideways: false),
    // An engine of Storage beside the one that Storage has in itself. Only programs that open such a database link it.
    Level(name: "engines", modules: ["StoragePostgreSQL"], looksSideways: false),
    Level(
      name: "application",
      modules: [
        "Catalogue", "Circulation", "Events", "Intake", "LabelJobs", "Lookup", "Notices", "RequestRecords", "Sounds",
        "StationLogic",
      ],
      looksSideways: true),
    Level(name: "surface", modules: ["API"], looksSideways: false),
    Level(name: "composition", modules: ["Hub", "VirtualHardware"], looksSideways: false),
    Level(
      name: "programs",
      modules: ["deadwax", "deadwax-bench", "deadwax-fuzz", "deadwax-reader", "deadwax-virtual", "deadwaxd"],
      looksSideways: false),
  ]

  /// C code without Swift around it, as a baseline for benchmarks. Used by deadwax-bench only, and not an owner of the
  /// libraries it links.
  static let yardsticks: Set<String> = ["BareInsert", "BareZBar"]

  /// Returns the level of a module, 0 at the bottom; nil if the table does not contain it.
  static func level(of module: String) -> Int? { all.firstIndex { $0.modules.contains(module) } }

  /// The system modules that every file may import.
  static let system: Set<String> = [
    "Dispatch", "Foundation", "FoundationEssentials", "Glibc", "Synchronization", "Testing",
  ]

  /// Modules that must not import Foundation: they are pure, or on the path of every scan. FoundationEssentials is
  /// allowed.
  static let withoutFoundation: Set<String> = [
    "CommandLineArguments", "Deadwax", "HTTPServer", "Imaging", "Lending", "Log", "Messages", "NDEF",
    "OfflineStation", "OfflineStore", "StationLogic", "Storage", "StoragePostgreSQL", "Threads", "Wire",
  ]

  /// Modules that reach the records through the modules of the application alone, so that each rule about them is in one
  /// place.
  static let withoutStorage: Set<String> = ["API"]

  /// Engines of Storage that no setting of the hub selects.
  static let engines: Set<String> = ["StoragePostgreSQL"]

  /// Modules that the hub's program must not depend on, even indirectly: a device library may abort or hang its
  /// process.
  static let ownedByReaders: Set<String> = ["Barcodes", "Camera", "Devices", "Scanners", "Tags"]
}

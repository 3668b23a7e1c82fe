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
        "CSV", "CommandLineArguments", "Deadwax", "Demo", "Imaging", "Lending", "Log", "Messages", "NDEF",
        "OfflineStation", "Queries", "ReaderProtocol", "Threads", "Wire",
      ],
      looksSideways: true),
    // Adapters never import each other: each connects to one external thing, with the types of the level below.
    Level(
      name: "adapters",
      modules: [
        "Archives", "Barcodes", "Camera", "Configuration", "Devices", "HTTPClient", "HTTPServer", "LabelDrawing",
        "OfflineStore", "Pictures", "Readers", "Scanners", "Secrets", "Storage", "Tags", "VirtualChip",
      ], looksSideways: false),
    // An engine of Storage beside the one that Storage has in itself. Only programs that open such a database link it.
    Level(name: "engines", modules: ["StoragePostgreSQL"], looksSideways: false),
    Level(
      name: "application",
      modules: [
        "Catalogue", "Events", "ForeignFiles", "HubClient", "Intake", "LabelJobs", "Lights", "Lookup", "RequestRecords",
        "Sounds",
        "StationLogic",
      ],
      looksSideways: true),
    // The basis of the use cases: effects with their records, and the tag jobs that they place.
    Level(name: "execution", modules: ["Execution", "TagJobs"], looksSideways: true),
    // No use case knows another: what two of them need belongs to the level below.
    Level(
      name: "use cases",
      modules: [
        "Attachments", "Backups", "BulkChanges", "Concerts", "Lists", "Moving", "OfflineMerge", "Scanning", "Staff",
        "StockTakes",
      ],
      looksSideways: false),
    // The history of the use cases, and the work that follows them without a person.
    Level(name: "aftermath", modules: ["History", "Housekeeping", "Notices"], looksSideways: false),
    Level(name: "surface", modules: ["API"], looksSideways: false),
    Level(name: "composition", modules: ["Hub", "VirtualHardware"], looksSideways: false),
    Level(
      name: "programs",
      modules: [
        "deadwax", "deadwax-bench", "deadwax-fuzz", "deadwax-reader", "deadwax-replay", "deadwax-station",
        "deadwax-virtual", "deadwaxd",
      ],
      looksSideways: false),
  ]

  /// The modules of more than 60 files or 5,000 lines, each with the reason that it stays whole.
  static let large: [String: String] = [
    "API": "Each file answers one resource over the same callers, problems and preconditions.",
    "Barcodes": "Its folders are the stages of one decoder, compiled together so that inner loops are inlined.",
    "Deadwax": "Each noun of the domain is one small file, and all modules share them.",
    "Lending": "Each rule and each setting is one small file; the plans share all of them.",
    "Moving": "Tables, archives and merges share the received files, the steps of a preview and their errors.",
    "Storage": "Its folders are the engine, the schema and the history, which share rows and transactions.",
    "Wire": "Each document of the API is one small file, and documents contain each other.",
    "deadwax": "Each command is one small file, and a command line lists them all.",
  ]

  /// C code without Swift around it, as a baseline for benchmarks. Used by deadwax-bench only, and not an owner of the
  /// libraries it links.
  static let yardsticks: Set<String> = ["BareInsert", "BareZBar"]

  /// The modules that tests share, which no other target may need.
  static let testSupport: Set<String> = [
    "TestSupport", "LendingTestSupport", "ServerTestSupport", "StorageTestSupport",
  ]

  /// Returns the level of a module, 0 at the bottom; nil if the table does not contain it.
  static func level(of module: String) -> Int? { all.firstIndex { $0.modules.contains(module) } }

  /// The system modules that every file may import.
  static let system: Set<String> = [
    "Dispatch", "Foundation", "FoundationEssentials", "Glibc", "Synchronization", "Testing",
  ]

  /// Modules that must not import Foundation: they are pure, or on the path of every scan. FoundationEssentials is
  /// allowed.
  static let withoutFoundation: Set<String> = [
    "Archives", "CSV", "CommandLineArguments", "Concerts", "Deadwax", "ForeignFiles",
    "HTTPServer", "Imaging", "Lending", "Log",
    "Messages",
    "Moving", "NDEF",
    "OfflineStation", "OfflineStore", "Queries", "StationLogic", "Storage", "StoragePostgreSQL", "Threads", "Wire",
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

// swift-tools-version: 6.2
import PackageDescription

// Every target is Swift 6 without warnings. Each file imports every module that it uses.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"), .treatAllWarnings(as: .error),
]

/// For modules that compute on each pixel or scan: without it, a frame takes twenty times as long in a debug build.
let optimised = strict + [.unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))]
typealias Needs = [Target.Dependency]
func settings(_ isOptimised: Bool) -> [SwiftSetting] { isOptimised ? optimised : strict }
func module(_ name: String, _ dependencies: [Target.Dependency] = [], isOptimised: Bool = false) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings(isOptimised))
}

/// A part of the simulated hardware, libraries and services that replace real ones in tests and in ./dev run.
func simulator(_ name: String, _ needs: Needs, isOptimised: Bool = false) -> Target {
  .target(name: name, dependencies: needs, path: "Sources/Simulators/\(name)", swiftSettings: settings(isOptimised))
}

func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(name: name, dependencies: dependencies, path: "Sources/Programs/\(name)", swiftSettings: strict)
}

func tests(_ name: String, _ needs: Needs = [], exclude: [String] = [], isOptimised: Bool = false) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: needs + ["TestSupport"], exclude: exclude, swiftSettings: settings(isOptimised))
}

/// A module that the tests of several modules use.
func support(_ name: String, _ dependencies: [Target.Dependency], folder: String) -> Target {
  .target(name: name, dependencies: dependencies, path: "Tests/\(folder)", swiftSettings: strict)
}

/// A simulated device that only tests start.
func fixture(_ name: String, _ needs: Needs) -> Target {
  .executableTarget(name: name, dependencies: needs, path: "Tests/Fixtures/\(name)", swiftSettings: strict)
}

/// One folder per C library, holding a module map and a shim, owned by exactly one Swift module.
func library(_ name: String, pkgConfig: String?, apt package: String) -> Target {
  .systemLibrary(name: name, path: "Sources/C/\(name)", pkgConfig: pkgConfig, providers: [.apt([package])])
}

let package = Package(
  name: "deadwax",
  products: [
    "deadwaxd", "deadwax", "deadwax-reader", "deadwax-station", "deadwax-replay", "deadwax-virtual", "deadwax-bench",
  ].map { .executable(name: $0, targets: [$0]) },
  targets: [
    // 8 programs
    program("deadwaxd", ["CommandLineArguments", "Configuration", "Hub", "Log", "Threads"]),
    program(
      "deadwax",
      ["CommandLineArguments", "Deadwax", "HTTPClient", "HubClient", "Lending", "OfflineStation", "Secrets", "Wire"]),
    program(
      "deadwax-station",
      [
        "CommandLineArguments", "Configuration", "Deadwax", "HTTPClient", "HubClient", "Intake", "Log",
        "OfflineStation", "OfflineStore", "Readers", "Secrets", "Sounds", "Threads", "Wire",
      ]),
    program(
      "deadwax-replay",
      ["CommandLineArguments", "Deadwax", "Execution", "History", "Housekeeping", "Lending", "Log", "Storage"]),
    program(
      "deadwax-reader",
      [
        "Barcodes", "Camera", "CommandLineArguments", "Configuration", "Deadwax", "Devices", "Imaging", "Log", "NDEF",
        "Pictures", "ReaderProtocol", "Scanners", "Tags", "Threads",
      ]),
    program(
      "deadwax-virtual",
      [
        "CommandLineArguments", "Deadwax", "Demo", "HTTPServer", "Imaging", "LabelDrawing", "Log", "Pictures",
        "Threads", "VirtualChip", "VirtualHardware",
      ]),
    program(
      "deadwax-bench",
      [
        "Archives", "Barcodes", "BareInsert", "BareZBar", "CommandLineArguments", "Concerts", "Deadwax", "Demo",
        "Execution", "HTTPClient", "Imaging", "LabelDrawing", "LabelJobs", "Lending", "Lists", "Log", "Lookup", "NDEF",
        "Pictures", "ReaderProtocol", "Scanning", "Secrets", "Storage", "Threads", "VirtualChip", "VirtualHardware",
      ]),
    // 7 composition of the hub, and of the virtual hardware
    module(
      "Hub",
      [
        "API", "Attachments", "Backups", "BulkChanges", "Catalogue", "CClock", "Concerts", "CommandLineArguments",
        "Configuration", "Deadwax", "Demo", "Events", "Execution", "History", "Housekeeping", "HTTPClient",
        "HTTPServer", "Intake", "LabelJobs", "Lending", "Lights", "Log", "Lookup", "Messages", "Moving", "NDEF",
        "Notices", "OfflineMerge", "ReaderProtocol", "Readers", "RequestRecords", "Scanning", "Secrets", "Sounds",
        "Staff", "StationLogic", "Storage", "TagJobs", "Threads", "Wire",
      ]),
    simulator(
      "VirtualHardware",
      [
        "Deadwax", "Demo", "HTTPServer", "Imaging", "LabelDrawing", "Log", "NDEF", "Pictures", "Threads", "VirtualChip",
      ], isOptimised: true),
    // 6 surface
    module(
      "API",
      [
        "Attachments", "Backups", "BulkChanges", "Catalogue", "Concerts", "Configuration", "Deadwax", "Events",
        "Execution", "History", "HTTPServer", "Intake", "LabelDrawing", "LabelJobs", "Lending", "Lights", "Lists",
        "Log", "Lookup", "Messages", "Moving", "Notices", "OfflineMerge", "OfflineStation", "Queries",
        "RequestRecords", "Scanning", "Secrets", "Staff", "StationLogic", "StockTakes", "TagJobs", "Threads", "Wire",
      ]),
    // 5 aftermath of the use cases
    module(
      "History",
      [
        "Catalogue", "Deadwax", "Execution", "Lending", "Log", "OfflineMerge", "Scanning", "Secrets", "StationLogic",
        "Storage", "TagJobs", "Threads",
      ], isOptimised: true),
    module("Housekeeping", ["Deadwax", "Lending", "Log", "Staff", "Storage", "Threads"]),
    module(
      "Notices",
      ["Catalogue", "Deadwax", "Execution", "Lending", "Log", "Messages", "Readers", "Staff", "Storage", "Threads"]),
    // 4 use cases
    module(
      "Scanning",
      [
        "Catalogue", "Deadwax", "Execution", "Intake", "Lending", "Log", "ReaderProtocol", "Secrets", "StationLogic",
        "Storage", "TagJobs", "Threads",
      ], isOptimised: true),
    module("Attachments", ["Deadwax", "Execution", "Intake", "Lending", "Log", "Secrets", "Storage", "Threads"]),
    module(
      "StockTakes",
      ["Catalogue", "CSV", "Deadwax", "Execution", "Lending", "Queries", "StationLogic", "Storage", "Threads"]),
    module("Lists", ["Catalogue", "CSV", "Deadwax", "Execution", "Lending", "Queries", "Storage", "Threads"]),
    module(
      "BulkChanges",
      ["Deadwax", "Execution", "Lending", "Log", "Queries", "Secrets", "StationLogic", "Storage", "Threads"]),
    module(
      "Concerts",
      ["Archives", "Catalogue", "Deadwax", "Execution", "HTTPClient", "Log", "Secrets", "Storage", "Threads"]),
    module("Backups", ["Deadwax", "Log", "Secrets", "Storage", "Threads"]),
    module(
      "Moving",
      ["Archives", "CSV", "Deadwax", "Execution", "ForeignFiles", "Lending", "Log", "Secrets", "Storage", "Threads"],
      isOptimised: true),
    module(
      "OfflineMerge",
      [
        "Catalogue", "Deadwax", "Execution", "Lending", "OfflineStation", "Secrets", "StationLogic", "Storage",
        "Threads",
      ], isOptimised: true),
    module(
      "Staff",
      [
        "CSV", "Catalogue", "Configuration", "Deadwax", "Execution", "Lending", "Log", "OfflineStation", "Queries",
        "Secrets", "StationLogic", "Storage",
      ], isOptimised: true),
    // 3 execution, the basis of the use cases
    module(
      "Execution",
      ["Catalogue", "Deadwax", "Lending", "OfflineStation", "Queries", "StationLogic", "Storage", "Threads"],
      isOptimised: true),
    module(
      "TagJobs",
      [
        "Catalogue", "Deadwax", "Execution", "Intake", "Lending", "Log", "NDEF", "ReaderProtocol", "StationLogic",
        "Storage", "Threads",
      ], isOptimised: true),
    // 2 application
    module("StationLogic", ["Deadwax", "Lending"], isOptimised: true),
    module("ForeignFiles", ["Deadwax", "Lending", "Secrets", "Storage"]),
    module("Intake", ["Configuration", "Deadwax", "ReaderProtocol", "Readers", "Threads"]),
    module("Catalogue", ["Deadwax", "Lending", "Queries", "Storage"], isOptimised: true),
    module("HubClient", ["CommandLineArguments", "Deadwax", "HTTPClient", "Secrets", "Wire"]),
    module("Lookup", ["Deadwax", "HTTPClient", "Log", "Secrets", "Storage", "Threads"]),
    module("Events", ["Deadwax", "Storage", "Threads"]),
    module("RequestRecords", ["Deadwax", "Secrets", "Storage"]),
    module("Sounds", ["Deadwax", "Log", "Readers", "Threads"]),
    module("Lights", ["Configuration", "Deadwax", "HTTPClient", "Log", "Readers", "Storage", "Threads"]),
    module(
      "LabelJobs",
      [
        "Catalogue", "Configuration", "Deadwax", "Imaging", "LabelDrawing", "Lending", "Log", "Queries",
        "ReaderProtocol", "Readers", "Storage", "Threads",
      ]),
    // 1 adapters of the hub, of the readers and of the virtual hardware; an engine of Storage that no program links yet
    module(
      "Storage", ["CSQLite", "Deadwax", "Lending", "Log", "OfflineStation", "Queries", "Threads"], isOptimised: true),
    module("Archives", ["CArchive"]),
    module("HTTPServer", ["CMicroHTTPD", "CZlib", "Log", "Threads"], isOptimised: true),
    module("HTTPClient", ["CCurl", "Threads"]),
    module("Secrets", ["CSodium"]),
    module("Configuration", ["CINI", "CommandLineArguments"]),
    module("OfflineStore", ["Deadwax", "OfflineStation", "Threads"]),
    module("Readers", ["CSpawn", "Deadwax", "Log", "ReaderProtocol", "Threads"]),
    module("Barcodes", ["CDMTX", "CZBar", "Deadwax", "Imaging"], isOptimised: true),
    module("Camera", ["CV4L2", "Imaging", "Threads"]),
    module("Devices", ["CUdev"]),
    module("LabelDrawing", ["CCairo", "CZint", "Imaging"], isOptimised: true),
    module("Pictures", ["CJPEG", "CSPNG", "CWebP", "Imaging"], isOptimised: true),
    module("Scanners", ["CEvdev", "Deadwax"]),
    module("Tags", ["CNFC", "Deadwax", "NDEF", "ReaderProtocol"]),
    simulator("VirtualChip", ["Deadwax", "Threads"]),
    module("StoragePostgreSQL", ["CPQ", "Deadwax", "Storage", "Threads"]),
    // 0 pure
    module("OfflineStation", ["Deadwax", "Lending"], isOptimised: true),
    module("CommandLineArguments"),
    module("CSV", isOptimised: true),
    module("Deadwax", isOptimised: true),
    simulator("Demo", ["Deadwax"]),
    module("Imaging", isOptimised: true),
    module("Threads", isOptimised: true),
    module("Lending", ["Deadwax"], isOptimised: true),
    module("Messages", ["Deadwax"]),
    module("Log", ["Threads"]),
    module("NDEF", ["Deadwax"]),
    module("Queries", ["CommandLineArguments", "Deadwax", "Lending"], isOptimised: true),
    module("ReaderProtocol", ["Deadwax"]),
    module("Wire", ["Deadwax", "Lending", "OfflineStation"]),
    library("CArchive", pkgConfig: "libarchive", apt: "libarchive-dev"),
    library("CClock", pkgConfig: nil, apt: "libc6-dev"),
    library("CCairo", pkgConfig: "pangocairo", apt: "libpango1.0-dev"),
    library("CCurl", pkgConfig: "libcurl", apt: "libcurl4-openssl-dev"),
    library("CDMTX", pkgConfig: "libdmtx", apt: "libdmtx-dev"),
    library("CEvdev", pkgConfig: "libevdev", apt: "libevdev-dev"),
    library("CINI", pkgConfig: "inih", apt: "libinih-dev"),
    library("CJPEG", pkgConfig: "libjpeg", apt: "libjpeg62-turbo-dev"),
    library("CMicroHTTPD", pkgConfig: "libmicrohttpd", apt: "libmicrohttpd-dev"),
    library("CNFC", pkgConfig: "libnfc", apt: "libnfc-dev"),
    library("CPQ", pkgConfig: "libpq", apt: "libpq-dev"),
    library("CSPNG", pkgConfig: "spng", apt: "libspng-dev"),
    library("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev"),
    library("CSpawn", pkgConfig: nil, apt: "libc6-dev"),
    library("CSodium", pkgConfig: "libsodium", apt: "libsodium-dev"),
    library("CUdev", pkgConfig: "libudev", apt: "libudev-dev"),
    library("CV4L2", pkgConfig: "libv4l2", apt: "libv4l-dev"),
    library("CWebP", pkgConfig: "libwebp", apt: "libwebp-dev"),
    library("CZBar", pkgConfig: "zbar", apt: "libzbar-dev"),
    library("CZint", pkgConfig: nil, apt: "libzint-dev"),
    library("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev"),
    // The baselines of the benchmarks of storage and decoding: SQLite alone, libzbar alone.
    .target(name: "BareInsert", dependencies: ["CSQLite"]),
    .target(name: "BareZBar", dependencies: ["CZBar"]),
    .systemLibrary(name: "CProcess", path: "Tests/C/CProcess"),
    .systemLibrary(name: "CFakeCamera", path: "Tests/C/CFakeCamera", providers: [.apt(["libfuse3-dev"])]),
    fixture("fake-camera", ["CFakeCamera", "Imaging", "Pictures", "Threads"]),
    fixture("uvc-camera", []),
    support("TestSupport", ["CProcess", "CommandLineArguments", "Threads"], folder: "Support"),
    // Apart from TestSupport, so that a change in Lending does not build every test again.
    support("LendingTestSupport", ["Lending"], folder: "LendingSupport"),
    support("ServerTestSupport", ["Threads"], folder: "ServerSupport"),
    support("StorageTestSupport", ["Log", "Storage"], folder: "StorageSupport"),
    tests(
      "API",
      [
        "LendingTestSupport", "StorageTestSupport", "API", "Archives", "Attachments", "Backups", "BulkChanges",
        "Catalogue", "Concerts", "Deadwax", "Events", "Execution", "History", "HTTPClient", "HTTPServer", "Intake",
        "LabelJobs", "Lending", "Lights", "Lists", "Log", "Lookup", "Messages", "Moving", "Notices", "OfflineMerge",
        "OfflineStation", "ReaderProtocol", "RequestRecords", "Scanning", "Secrets", "Staff", "StockTakes", "Storage",
        "TagJobs", "Threads", "Wire",
      ]),
    tests("Archives", ["Archives"]),
    tests("Architecture", isOptimised: true),
    tests("OfflineStation", ["Deadwax", "OfflineStation"]),
    tests("OfflineStore", ["Deadwax", "OfflineStation", "OfflineStore"]),
    tests("Barcodes", ["Barcodes", "Deadwax", "Imaging", "LabelDrawing", "Pictures", "VirtualHardware"]),
    tests("CameraConformance", ["Deadwax", "Imaging", "LabelDrawing", "Pictures", "ReaderProtocol"]),
    tests("Camera", ["Camera", "Imaging", "Pictures", "Threads"]),
    tests("Catalogue", ["Catalogue", "Deadwax", "Lending", "Log", "Lookup", "Storage", "StorageTestSupport"]),
    tests(
      "UseCases",
      [
        "Catalogue", "Deadwax", "Execution", "History", "Housekeeping", "Intake", "Lending", "LendingTestSupport",
        "Log", "NDEF", "OfflineMerge", "OfflineStation", "Queries", "ReaderProtocol", "Scanning", "Secrets", "Staff",
        "StationLogic", "Storage", "StorageTestSupport", "TagJobs", "Threads",
      ], exclude: ["Recordings"]),
    tests(
      "CommandLine",
      [
        "CommandLineArguments", "Deadwax", "deadwax", "deadwax-station", "deadwaxd", "HTTPClient", "HTTPServer",
        "HubClient", "Intake", "Log", "OfflineStation", "OfflineStore", "ReaderProtocol", "Threads", "Wire",
      ]),
    tests("CommandLineArguments", ["CommandLineArguments"]),
    tests("Configuration", ["CommandLineArguments", "Configuration"]),
    tests("Deadwax", ["Deadwax"]),
    tests("StationLogic", ["Deadwax", "Intake", "Lending", "StationLogic"]),
    tests("CSV", ["CSV"]), tests("Devices", ["Devices"]),
    tests("Documents", ["Deadwax", "ReaderProtocol"]),
    tests("Events", ["Deadwax", "Events", "Log", "Storage", "StorageTestSupport", "Threads"]),
    tests("FakeCamera", ["Imaging", "LabelDrawing", "Pictures"]),
    tests("HTTPClient", ["ServerTestSupport", "HTTPClient", "Threads"]),
    tests("HTTPServer", ["HTTPServer", "Log", "Threads"]),
    tests(
      "Hub",
      [
        "CommandLineArguments", "Configuration", "Deadwax", "Housekeeping", "HTTPClient", "HTTPServer", "Hub",
        "Lending", "Lights", "Log", "NDEF", "OfflineStation", "ReaderProtocol", "Readers", "Secrets", "StationLogic",
        "Storage", "Threads",
      ]),
    tests("Imaging", ["Imaging"]),
    tests(
      "Intake", ["CommandLineArguments", "Configuration", "Deadwax", "Intake", "ReaderProtocol", "Readers", "Threads"]),
    tests(
      "LabelJobs",
      [
        "Catalogue", "Deadwax", "Imaging", "LabelDrawing", "LabelJobs", "Lending", "Log", "Pictures", "ReaderProtocol",
        "Storage", "StorageTestSupport", "Threads",
      ]),
    tests("LabelDrawing", ["Imaging", "LabelDrawing", "Pictures"]),
    tests(
      "Lookup",
      [
        "ServerTestSupport", "StorageTestSupport", "Catalogue", "Deadwax", "Demo", "HTTPClient", "Lending", "Log",
        "Lookup", "Queries", "Storage", "Threads", "VirtualHardware",
      ]),
    tests("Lending", ["LendingTestSupport", "Deadwax", "Lending"]),
    tests("Messages", ["Deadwax", "Lending", "Messages"]),
    tests("NDEF", ["Deadwax", "NDEF"]),
    tests(
      "Lists",
      [
        "Catalogue", "Deadwax", "Execution", "History", "Lending", "Lists", "Log", "Queries", "Storage",
        "StorageTestSupport", "Threads",
      ]),
    tests(
      "BulkChanges",
      [
        "BulkChanges", "Deadwax", "Execution", "History", "Lending", "LendingTestSupport", "Log", "Staff", "Storage",
        "StorageTestSupport", "Threads",
      ]),
    tests("Backups", ["Backups", "Deadwax", "Log", "Secrets", "Storage", "StorageTestSupport", "Threads"]),
    tests(
      "Concerts",
      [
        "Archives", "Catalogue", "Concerts", "Deadwax", "Execution", "History", "HTTPClient", "Lending", "Log",
        "ServerTestSupport", "Storage", "StorageTestSupport", "Threads",
      ]),
    tests(
      "Moving",
      [
        "Archives", "Backups", "BulkChanges", "CSV", "Deadwax", "Execution", "Lending", "Log", "Moving", "Secrets",
        "Storage", "StorageTestSupport", "Threads",
      ]),
    tests(
      "Notices",
      [
        "LendingTestSupport", "Catalogue", "Deadwax", "Execution", "History", "Housekeeping", "Lending", "Log",
        "Messages", "Notices", "Readers", "Staff", "Storage", "StorageTestSupport", "Threads",
      ]),
    tests("Sounds", ["Deadwax", "Log", "Sounds"]),
    tests("Lights", ["Deadwax", "HTTPServer", "Lights", "Log", "Storage", "StorageTestSupport", "Threads"]),
    tests(
      "Attachments",
      [
        "Attachments", "Deadwax", "Execution", "History", "Imaging", "Intake", "Lending", "Log", "Pictures", "Storage",
        "StorageTestSupport",
      ]),
    tests("Pictures", ["Imaging", "Pictures"]),
    tests(
      "Program",
      [
        "Archives", "Deadwax", "Demo", "HTTPClient", "Imaging", "LabelDrawing", "Log", "Pictures", "ReaderProtocol",
        "ServerTestSupport", "Storage", "Threads", "VirtualHardware",
      ]),
    tests("Queries", ["Deadwax", "Lending", "Log", "Queries", "Storage"]),
    tests("ReaderProtocol", ["Deadwax", "ReaderProtocol"]),
    tests("Readers", ["Deadwax", "Log", "ReaderProtocol", "Readers", "Threads"]),
    .systemLibrary(name: "CUinput", path: "Tests/C/CUinput", pkgConfig: "libevdev"),
    tests("Scanners", ["CUinput", "Deadwax", "ReaderProtocol", "Scanners"], exclude: ["Recordings"]),
    tests("Secrets", ["Secrets"]),
    tests(
      "Storage",
      [
        "Deadwax", "Lending", "Log", "OfflineStation", "Queries", "Storage", "StoragePostgreSQL", "StorageTestSupport",
        "Threads",
      ]),
    tests(
      "StockTakes",
      [
        "Catalogue", "Deadwax", "Execution", "History", "Lending", "Log", "OfflineMerge", "OfflineStation", "Scanning",
        "StationLogic", "StockTakes", "Storage", "StorageTestSupport", "Threads",
      ]),
    tests("Support"),
    tests("Threads", ["Threads"]),
    tests("Tags", ["Deadwax", "NDEF", "ReaderProtocol", "Tags", "Threads", "VirtualChip"]),
    tests("Udev"),
    tests("Wire", ["Deadwax", "OfflineStation", "ReaderProtocol", "Wire"]),
    tests("VirtualChip", ["Deadwax", "NDEF", "ReaderProtocol", "VirtualChip"]),
    tests(
      "VirtualHardware",
      [
        "Barcodes", "Deadwax", "Demo", "HTTPClient", "HTTPServer", "Imaging", "LabelDrawing", "Log", "VirtualChip",
        "VirtualHardware",
      ]),
  ]
)

// libFuzzer provides the entry point of this program, so only ./dev fuzz builds it.
if Context.environment["DEADWAX_FUZZ"] != nil {
  package.targets.append(
    program("deadwax-fuzz", ["Barcodes", "Deadwax", "Imaging", "NDEF", "Pictures", "Tags", "VirtualChip"]))
}

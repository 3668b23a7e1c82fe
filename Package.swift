// swift-tools-version: 6.2
import PackageDescription

// Every target is Swift 6, with the imports at the top of a file as its true dependency list, and no warnings.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// Modules that compute on every pixel are optimised in debug builds too. Without it a frame takes twenty times as long,
/// tests wait for minutes, and the time limits of the decoder end before its work does.
let optimised = strict + [.unsafeFlags(["-O"], .when(configuration: .debug))]

func module(_ name: String, _ dependencies: [Target.Dependency] = [], computes: Bool = false) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: computes ? optimised : strict)
}

func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, path: "Sources/Programs/\(name)", swiftSettings: strict)
}

func tests(
  _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [], resources: [Resource]? = nil,
  computes: Bool = false
) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: dependencies + ["TestSupport"], exclude: exclude, resources: resources,
    swiftSettings: computes ? optimised : strict)
}

/// A program that only tests start: a device that is not there.
func fixture(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(name: name, dependencies: dependencies, path: "Tests/Fixtures/\(name)", swiftSettings: strict)
}

/// One folder per C library, holding a module map and a shim, owned by exactly one Swift module.
func library(_ name: String, pkgConfig: String?, apt package: String) -> Target {
  .systemLibrary(name: name, path: "Sources/C/\(name)", pkgConfig: pkgConfig, providers: [.apt([package])])
}

let package = Package(
  name: "deadwax",
  products: [
    .executable(name: "deadwaxd", targets: ["deadwaxd"]),
    .executable(name: "deadwax", targets: ["deadwax"]),
    .executable(name: "deadwax-reader", targets: ["deadwax-reader"]),
    .executable(name: "deadwax-virtual", targets: ["deadwax-virtual"]),
    .executable(name: "deadwax-bench", targets: ["deadwax-bench"]),
  ],
  targets: [
    // 5 programs
    program("deadwaxd", ["Configuration", "Hub", "Log", "Threads"]),
    program(
      "deadwax",
      [
        "Deadwax", "HTTPClient", "Log", "OfflineStation", "OfflineStore", "ReaderProtocol", "Readers", "Secrets",
        "Sounds", "StationLogic", "Threads",
      ]),
    program(
      "deadwax-reader",
      [
        "Barcodes", "Camera", "Configuration", "Deadwax", "Devices", "Imaging", "Log", "NDEF", "Pictures",
        "ReaderProtocol", "Scanners", "Tags", "Threads",
      ]),
    program(
      "deadwax-virtual",
      [
        "Configuration", "Deadwax", "Demo", "HTTPServer", "Imaging", "LabelDrawing", "Log", "Pictures", "Threads",
        "VirtualChip", "VirtualHardware",
      ]),
    program(
      "deadwax-bench",
      [
        "Barcodes", "BareInsert", "BareZBar", "Circulation", "Deadwax", "HTTPClient", "Imaging", "LabelDrawing",
        "LabelJobs", "Lending", "Log", "NDEF", "Pictures", "ReaderProtocol", "Secrets", "Storage", "Threads",
        "VirtualChip", "VirtualHardware",
      ]),

    // 4 composition: the hub's, and that of the hardware that is not there
    module(
      "Hub",
      [
        "API", "CClock", "Catalogue", "Circulation", "Configuration", "Deadwax", "Demo", "Events", "HTTPClient",
        "HTTPServer", "LabelJobs", "Lending", "Log", "Lookup", "Messages", "NDEF", "Notices", "ReaderProtocol",
        "Readers", "Secrets", "Sounds", "StationLogic", "Storage", "Threads",
      ]),
    module(
      "VirtualHardware",
      [
        "Deadwax", "Demo", "HTTPServer", "Imaging", "LabelDrawing", "Log", "NDEF", "Pictures", "Threads", "VirtualChip",
      ],
      computes: true),

    // 3 surface
    module(
      "API",
      [
        "Catalogue", "Circulation", "Deadwax", "Events", "HTTPServer", "LabelDrawing", "LabelJobs", "Lending", "Log",
        "Lookup", "Messages", "Notices", "OfflineStation", "ReaderProtocol", "Readers", "Secrets", "StationLogic",
        "Storage", "Threads",
      ]),

    // 2 application
    module("StationLogic", ["Deadwax", "Lending"]),
    module("Catalogue", ["Deadwax", "Storage"]),
    module(
      "Circulation",
      [
        "Catalogue", "Deadwax", "Lending", "Log", "NDEF", "OfflineStation", "ReaderProtocol", "Secrets",
        "StationLogic", "Storage", "Threads",
      ]),
    module("Lookup", ["Catalogue", "Deadwax", "HTTPClient", "Log", "Storage", "Threads"]),
    module("Events", ["Deadwax", "Storage", "Threads"]),
    module(
      "Notices", ["Circulation", "Deadwax", "Lending", "Log", "Messages", "Readers", "Storage", "Threads"]),
    module("Sounds", ["Deadwax", "Log", "Readers", "Threads"]),
    module(
      "LabelJobs",
      [
        "Catalogue", "Configuration", "Deadwax", "Imaging", "LabelDrawing", "Log", "ReaderProtocol", "Readers",
        "Storage", "Threads",
      ]),

    // 1 adapters of the hub
    module("Storage", ["CPQ", "CSQLite", "Deadwax", "Log", "OfflineStation", "Threads"]),
    module("HTTPServer", ["CMicroHTTPD", "Log", "Threads"]),
    module("HTTPClient", ["CCurl", "Threads"]),
    module("Secrets", ["CSodium"]),
    module("Configuration", ["CINI"]),
    module("OfflineStore", ["Deadwax", "OfflineStation", "Threads"]),
    module("Readers", ["CSpawn", "Deadwax", "Log", "ReaderProtocol", "Threads"]),
    // 1 adapters of the readers, and of the hardware that is not there
    module("Barcodes", ["CZBar", "Deadwax", "Imaging"], computes: true),
    module("Camera", ["CV4L2", "Imaging", "Threads"]),
    module("Devices", ["CUdev"]),
    module("LabelDrawing", ["CCairo", "CZint", "Deadwax", "Imaging"], computes: true),
    module("Pictures", ["CJPEG", "CSPNG", "Imaging"], computes: true),
    module("Scanners", ["CEvdev", "Deadwax"]),
    module("Tags", ["CNFC", "Deadwax", "NDEF", "ReaderProtocol"]),
    module("VirtualChip", ["Deadwax", "Threads"]),

    // 0 pure
    module("OfflineStation", ["Deadwax", "Lending"]),
    module("Deadwax"),
    module("Demo", ["Deadwax"]),
    module("Imaging", computes: true),
    module("Threads"),
    module("Lending", ["Deadwax"]),
    module("Messages", ["Deadwax"]),
    module("Log", ["Threads"]),
    module("NDEF", ["Deadwax"]),
    module("ReaderProtocol", ["Deadwax"]),

    // C
    library("CClock", pkgConfig: nil, apt: "libc6-dev"),
    library("CCairo", pkgConfig: "pangocairo", apt: "libpango1.0-dev"),
    library("CCurl", pkgConfig: "libcurl", apt: "libcurl4-openssl-dev"),
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
    library("CZBar", pkgConfig: "zbar", apt: "libzbar-dev"),
    library("CZint", pkgConfig: nil, apt: "libzint-dev"),

    // The yardstick of the benchmarks: SQLite with nothing around it.
    .target(name: "BareInsert", dependencies: ["CSQLite"]),
    // The yardstick of the decoder: libzbar as it comes.
    .target(name: "BareZBar", dependencies: ["CZBar"]),

    // tests
    .systemLibrary(name: "CProcess", path: "Tests/C/CProcess"),
    .systemLibrary(name: "CFakeCamera", path: "Tests/C/CFakeCamera", providers: [.apt(["libfuse3-dev"])]),
    fixture("fake-camera", ["CFakeCamera", "Imaging", "Pictures", "Threads"]),
    fixture("uvc-camera", []),
    .target(
      name: "TestSupport",
      dependencies: [
        "CProcess", "Lending", "Threads",
      ], path: "Tests/Support", swiftSettings: strict),
    tests(
      "API",
      [
        "API", "Catalogue", "Circulation", "Deadwax", "Events", "HTTPServer", "LabelJobs", "Log", "Messages",
        "Notices", "OfflineStation", "Pictures", "ReaderProtocol", "Readers", "Secrets", "Storage", "Threads",
      ]),
    tests("Architecture", computes: true),
    tests("OfflineStation", ["Deadwax", "OfflineStation"]),
    tests("OfflineStore", ["Deadwax", "OfflineStation", "OfflineStore"]),
    tests("Barcodes", ["Barcodes", "Deadwax", "Imaging", "LabelDrawing", "Pictures", "VirtualHardware"]),
    tests("CameraConformance", ["Deadwax", "Imaging", "LabelDrawing", "Pictures", "ReaderProtocol"]),
    tests("Camera", ["Camera", "Imaging", "Pictures", "Threads"]),
    tests("Catalogue", ["Catalogue", "Deadwax", "Log", "Storage"]),
    tests(
      "Circulation",
      [
        "Catalogue", "Circulation", "Deadwax", "Lending", "Log", "NDEF", "OfflineStation", "ReaderProtocol", "Secrets",
        "StationLogic", "Storage", "Threads",
      ], exclude: ["Recordings"]),
    tests("CommandLine", ["deadwax", "deadwaxd", "HTTPServer", "Log", "Threads"]),
    tests("Configuration", ["Configuration"]),
    tests("Deadwax", ["Deadwax"]),
    tests("StationLogic", ["Deadwax", "Lending", "StationLogic"]),
    tests("Devices", ["Devices"]),
    tests("Documents", ["Deadwax", "ReaderProtocol"]),
    tests("Events", ["Deadwax", "Events", "Log", "Storage", "Threads"]),
    tests("FakeCamera", ["Imaging", "LabelDrawing", "Pictures"]),
    tests("HTTPClient", ["HTTPClient", "HTTPServer", "Log", "Threads"]),
    tests("HTTPServer", ["HTTPServer", "Log", "Threads"]),
    tests(
      "Hub",
      [
        "Configuration", "Deadwax", "HTTPClient", "HTTPServer", "Hub", "Lending", "Log", "NDEF", "OfflineStation",
        "ReaderProtocol", "Readers", "Secrets", "StationLogic", "Storage", "Threads",
      ]),
    tests("Imaging", ["Imaging"]),
    tests(
      "LabelJobs",
      [
        "Catalogue", "Deadwax", "Imaging", "LabelDrawing", "LabelJobs", "Log", "Pictures", "ReaderProtocol", "Storage",
        "Threads",
      ]),
    tests("LabelDrawing", ["Imaging", "LabelDrawing", "Pictures"]),
    tests(
      "Lookup",
      ["Catalogue", "Deadwax", "Demo", "HTTPClient", "Log", "Lookup", "Storage", "Threads", "VirtualHardware"]),
    tests("Lending", ["Deadwax", "Lending"]),
    tests("Messages", ["Deadwax", "Lending", "Messages"]),
    tests("NDEF", ["Deadwax", "NDEF"]),
    tests(
      "Notices", ["Circulation", "Deadwax", "Lending", "Log", "Messages", "Notices", "Readers", "Storage", "Threads"]),
    tests("Sounds", ["Deadwax", "Log", "Sounds"]),
    tests("Pictures", ["Imaging", "Pictures"]),
    tests(
      "Program",
      [
        "Deadwax", "HTTPClient", "Imaging", "LabelDrawing", "Pictures", "ReaderProtocol", "Storage", "Threads",
      ]),
    tests("ReaderProtocol", ["ReaderProtocol"]),
    tests("Readers", ["Deadwax", "Log", "ReaderProtocol", "Readers", "Threads"]),
    .systemLibrary(name: "CUinput", path: "Tests/C/CUinput", pkgConfig: "libevdev"),
    tests("Scanners", ["CUinput", "Deadwax", "ReaderProtocol", "Scanners"], exclude: ["Recordings"]),
    tests("Secrets", ["Secrets"]),
    tests("Storage", ["Deadwax", "Log", "OfflineStation", "Storage", "Threads"]),
    tests("Support"),
    tests("Tags", ["Deadwax", "NDEF", "ReaderProtocol", "Tags", "Threads", "VirtualChip"]),
    tests("Udev"),
    tests("VirtualChip", ["Deadwax", "NDEF", "ReaderProtocol", "VirtualChip"]),
    tests(
      "VirtualHardware",
      [
        "Barcodes", "Deadwax", "Demo", "HTTPClient", "HTTPServer", "Imaging", "LabelDrawing", "Log", "Pictures",
        "VirtualChip", "VirtualHardware",
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// Its beginning comes from libFuzzer, so that it can be linked only with that: ./dev fuzz asks for it.
if Context.environment["DEADWAX_FUZZ"] != nil {
  package.targets.append(
    program("deadwax-fuzz", ["Barcodes", "Deadwax", "Imaging", "NDEF", "Pictures", "Tags", "VirtualChip"]))
}

// For a short way round while working: DEADWAX_TEST_TARGETS=Lending,Desk builds these test targets alone. ./dev never sets it.
if let only = Context.environment["DEADWAX_TEST_TARGETS"] {
  let kept = Set(only.split(separator: ",").map { "\($0)Tests" })
  package.targets.removeAll { $0.type == .test && !kept.contains($0.name) }
}

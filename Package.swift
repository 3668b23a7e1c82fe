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
  .executableTarget(name: name, dependencies: dependencies, swiftSettings: strict)
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
    program("deadwaxd", ["Configuration", "Hub", "Lanes", "Log"]),
    program(
      "deadwax",
      [
        "Away", "AwayStore", "Deadwax", "Desk", "HTTPClient", "Lanes", "Log", "ReaderProtocol", "Readers", "Secrets",
        "Sounds",
      ]),
    program(
      "deadwax-reader",
      [
        "Barcodes", "Camera", "Configuration", "Deadwax", "Devices", "Imaging", "Lanes", "Log", "NDEF", "Pictures",
        "ReaderProtocol", "Scanners", "Tags",
      ]),
    program(
      "deadwax-virtual",
      [
        "Configuration", "Deadwax", "Demo", "HTTPServer", "Imaging", "Labels", "Lanes", "Log", "Pictures",
        "VirtualChip", "VirtualHardware",
      ]),
    program(
      "deadwax-bench",
      [
        "BareInsert", "BareZBar", "Barcodes", "Circulation", "Deadwax", "HTTPClient", "Imaging", "Labelling", "Labels",
        "Lanes", "Lending", "Log", "NDEF", "Pictures", "ReaderProtocol", "Secrets", "Storage", "VirtualChip",
        "VirtualHardware",
      ]),

    // 4 composition: the hub's, and that of the hardware that is not there
    module(
      "Hub",
      [
        "API", "CClock", "Catalogue", "Circulation", "Configuration", "Deadwax", "Demo", "Desk", "Events", "HTTPClient",
        "HTTPServer", "Labelling", "Lanes", "Lending", "Log", "Lookup", "Messages", "NDEF", "Notices", "ReaderProtocol",
        "Readers", "Secrets", "Sounds", "Storage",
      ]),
    module(
      "VirtualHardware",
      ["Deadwax", "Demo", "HTTPServer", "Imaging", "Labels", "Lanes", "Log", "NDEF", "Pictures", "VirtualChip"],
      computes: true),

    // 3 surface
    module(
      "API",
      [
        "Away", "Catalogue", "Circulation", "Deadwax", "Desk", "Events", "HTTPServer", "Labelling", "Labels", "Lanes",
        "Lending", "Log", "Lookup", "Messages", "Notices", "ReaderProtocol", "Readers", "Secrets", "Storage",
      ]),

    // 2 application
    module("Desk", ["Deadwax", "Lending"]),
    module("Catalogue", ["Deadwax", "Storage"]),
    module(
      "Circulation",
      [
        "Away", "Catalogue", "Deadwax", "Desk", "Lanes", "Lending", "Log", "NDEF", "ReaderProtocol", "Secrets",
        "Storage",
      ]),
    module("Lookup", ["Catalogue", "Deadwax", "HTTPClient", "Lanes", "Log", "Storage"]),
    module("Events", ["Deadwax", "Lanes", "Storage"]),
    module(
      "Notices", ["Circulation", "Deadwax", "Lanes", "Lending", "Log", "Messages", "Readers", "Storage"]),
    module("Sounds", ["Deadwax", "Lanes", "Log", "Readers"]),
    module(
      "Labelling",
      [
        "Catalogue", "Configuration", "Deadwax", "Imaging", "Labels", "Lanes", "Log", "ReaderProtocol", "Readers",
        "Storage",
      ]),

    // 1 adapters of the hub
    module("Storage", ["Away", "CSQLite", "Deadwax", "Lanes", "Log"]),
    module("HTTPServer", ["CMicroHTTPD", "Lanes", "Log"]),
    module("HTTPClient", ["CCurl", "Lanes"]),
    module("Secrets", ["CSodium"]),
    module("Configuration", ["CINI"]),
    module("AwayStore", ["Away", "Deadwax", "Lanes"]),
    module("Readers", ["CSpawn", "Deadwax", "Lanes", "Log", "ReaderProtocol"]),
    // 1 adapters of the readers, and of the hardware that is not there
    module("Barcodes", ["CZBar", "Deadwax", "Imaging"], computes: true),
    module("Camera", ["CV4L2", "Imaging", "Lanes"]),
    module("Devices", ["CUdev"]),
    module("Labels", ["CCairo", "CZint", "Deadwax", "Imaging"], computes: true),
    module("Pictures", ["CJPEG", "CSPNG", "Imaging"], computes: true),
    module("Scanners", ["CEvdev", "Deadwax"]),
    module("Tags", ["CNFC", "Deadwax", "NDEF", "ReaderProtocol"]),
    module("VirtualChip", ["Deadwax", "Lanes"]),

    // 0 pure
    module("Away", ["Deadwax", "Lending"]),
    module("Deadwax"),
    module("Demo", ["Deadwax"]),
    module("Imaging", computes: true),
    module("Lanes"),
    module("Lending", ["Deadwax"]),
    module("Messages", ["Deadwax"]),
    module("Log", ["Lanes"]),
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
    fixture("fake-camera", ["CFakeCamera", "Imaging", "Lanes", "Pictures"]),
    fixture("uvc-camera", []),
    .target(
      name: "TestSupport", dependencies: ["CProcess", "Lanes", "Lending"], path: "Tests/Support", swiftSettings: strict),
    tests(
      "API",
      [
        "API", "Away", "Catalogue", "Circulation", "Deadwax", "Events", "HTTPServer", "Labelling", "Lanes", "Log",
        "Messages", "Notices", "Pictures", "ReaderProtocol", "Readers", "Secrets", "Storage",
      ]),
    tests("Architecture", computes: true),
    tests("Away", ["Away", "Deadwax"]),
    tests("AwayStore", ["Away", "AwayStore", "Deadwax"]),
    tests("Barcodes", ["Barcodes", "Deadwax", "Imaging", "Labels", "Pictures", "VirtualHardware"]),
    tests("CameraConformance", ["Deadwax", "Imaging", "Labels", "Pictures", "ReaderProtocol"]),
    tests("Camera", ["Camera", "Imaging", "Lanes", "Pictures"]),
    tests("Catalogue", ["Catalogue", "Deadwax", "Log", "Storage"]),
    tests(
      "Circulation",
      [
        "Away", "Catalogue", "Circulation", "Deadwax", "Desk", "Lanes", "Lending", "Log", "NDEF", "ReaderProtocol",
        "Secrets", "Storage",
      ], exclude: ["Recordings"]),
    tests("CommandLine", ["deadwax", "deadwaxd", "HTTPServer", "Lanes", "Log"]),
    tests("Configuration", ["Configuration"]),
    tests("Deadwax", ["Deadwax"]),
    tests("Desk", ["Deadwax", "Desk", "Lending"]),
    tests("Devices", ["Devices"]),
    tests("Documents", ["Deadwax", "ReaderProtocol"]),
    tests("Events", ["Deadwax", "Events", "Lanes", "Log", "Storage"]),
    tests("FakeCamera", ["Imaging", "Labels", "Pictures"]),
    tests("HTTPClient", ["HTTPClient", "HTTPServer", "Lanes", "Log"]),
    tests("HTTPServer", ["HTTPServer", "Lanes", "Log"]),
    tests(
      "Hub",
      [
        "Away", "Configuration", "Deadwax", "Desk", "HTTPClient", "HTTPServer", "Hub", "Lanes", "Lending", "Log",
        "NDEF", "ReaderProtocol", "Readers", "Secrets", "Storage",
      ]),
    tests("Imaging", ["Imaging"]),
    tests(
      "Labelling",
      [
        "Catalogue", "Deadwax", "Imaging", "Labelling", "Labels", "Lanes", "Log", "Pictures", "ReaderProtocol",
        "Storage",
      ]),
    tests("Labels", ["Imaging", "Labels", "Pictures"]),
    tests(
      "Lookup",
      ["Catalogue", "Deadwax", "Demo", "HTTPClient", "Lanes", "Log", "Lookup", "Storage", "VirtualHardware"]),
    tests("Lending", ["Deadwax", "Lending"]),
    tests("Messages", ["Deadwax", "Messages"]),
    tests("NDEF", ["Deadwax", "NDEF"]),
    tests(
      "Notices", ["Circulation", "Deadwax", "Lanes", "Lending", "Log", "Messages", "Notices", "Readers", "Storage"]),
    tests("Sounds", ["Deadwax", "Log", "Sounds"]),
    tests("Pictures", ["Imaging", "Pictures"]),
    tests("Program", ["Deadwax", "HTTPClient", "Imaging", "Labels", "Lanes", "Pictures", "ReaderProtocol", "Storage"]),
    tests("ReaderProtocol", ["ReaderProtocol"]),
    tests("Readers", ["Deadwax", "Lanes", "Log", "ReaderProtocol", "Readers"]),
    .systemLibrary(name: "CUinput", path: "Tests/C/CUinput", pkgConfig: "libevdev"),
    tests("Scanners", ["CUinput", "Deadwax", "ReaderProtocol", "Scanners"], exclude: ["Recordings"]),
    tests("Secrets", ["Secrets"]),
    tests("Storage", ["Away", "Deadwax", "Lanes", "Log", "Storage"]),
    tests("Support"),
    tests("Tags", ["Deadwax", "Lanes", "NDEF", "ReaderProtocol", "Tags", "VirtualChip"]),
    tests("Udev"),
    tests("VirtualChip", ["Deadwax", "NDEF", "ReaderProtocol", "VirtualChip"]),
    tests(
      "VirtualHardware",
      [
        "Barcodes", "Deadwax", "Demo", "HTTPClient", "HTTPServer", "Imaging", "Labels", "Log", "Pictures",
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

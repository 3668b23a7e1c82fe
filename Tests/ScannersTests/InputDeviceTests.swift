import Foundation
import Scanners
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct InputDeviceTests {
  /// The keys of a full keyboard, in the kernel's notation.
  static let allKeys = "1000000000007 ff800000000007ff febeffdff3cfffff fffffffffffffffe"
  /// The keys of a device for volume control and similar functions.
  static let mediaKeys = "3e000000000000 0 0 0"

  static func device(
    _ name: String, ids: String = "1234:5678", bus: String = "0003", keys: String = allKeys, mark: String? = nil,
    unique: String = "", links: [String] = [], node: String = "/dev/input/event5"
  ) throws -> InputDevice {
    let parts = ids.split(separator: ":").map(String.init)
    return try #require(
      InputDevice(
        node: node, links: links, properties: mark.map { ["DEADWAX_SCANNER": $0] } ?? [:],
        attributes: [
          "name": name, "uniq": unique, "id/bustype": bus, "id/vendor": parts[0], "id/product": parts[1],
          "capabilities/key": keys,
        ]))
  }

  @Test func `it is read from the kernel's data`() throws {
    let device = try Self.device(
      " Symbol Bar Code Scanner\n", ids: "05e0:1200",
      links: ["/dev/input/by-path/pci-0000:00:14.0-usb-0:2:1.0-event-kbd", "/dev/input/by-id/usb-Symbol-event-kbd"])
    #expect(device.name == "Symbol Bar Code Scanner")
    #expect(device.ids == "05e0:1200")
    #expect(device.bus == .usb)
    #expect(device.keys.contains(.enter) && device.keys.contains(.keypadEnter))
    #expect(device.stableName == "/dev/input/by-id/usb-Symbol-event-kbd")
  }

  @Test func `files of other kinds are none`() {
    for node in ["/dev/input/mouse0", "/dev/input/js0", "/dev/input/mice", "/dev/input/eventful", "/dev/video0", ""] {
      #expect(InputDevice(node: node, links: [], properties: [:], attributes: [:]) == nil)
    }
  }

  @Test func `attributes that are missing or make no sense do no harm`() throws {
    let bare = try #require(InputDevice(node: "/dev/input/event0", links: [], properties: [:], attributes: [:]))
    #expect(bare.ids == "0000:0000" && bare.keys.isEmpty && bare.stableName == "/dev/input/event0")
    for keys in ["zz", "fffffffffffffffff", "-1", "0 0 \u{0}", String(repeating: "f ", count: 3000)] {
      let device = try Self.device("x", ids: "zz:-1", keys: keys)
      #expect(!Suitability(device).isScanner)
    }
  }

  @Test func `a name that stays is its link, else the address, else what it calls itself`() throws {
    let path = "/dev/input/by-path/platform-usb-0:1.2:1.0-event-kbd"
    #expect(try Self.device("S", links: [path, "/dev/other"]).stableName == path)
    #expect(try Self.device("S", bus: "0005", unique: "dc:2c:26:01:02:03").stableName == "dc:2c:26:01:02:03")
    #expect(try Self.device("Eyoyo").stableName == "Eyoyo")
  }

  @Test func `two devices with one link are distinguished by their ports`() throws {
    let id = "/dev/input/by-id/usb-Cheap_Scanner-event-kbd"
    let paths = ["1", "2"].map { "/dev/input/by-path/usb-0:\($0):1.0-event-kbd" }
    let twins = try paths.enumerated().map {
      try Self.device("Cheap Scanner", links: [id, $1], node: "/dev/input/event\($0)")
    }
    #expect(twins.map { $0.stableName(among: twins) } == paths)
    #expect(twins[0].stableName(among: [twins[0]]) == id)
  }

  @Test func `it answers to its file, links, name, address and numbers`() throws {
    let link = "/dev/input/by-id/usb-Symbol-event-kbd"
    let device = try Self.device("Bar Code Scanner", ids: "05e0:1200", unique: "DC:2C:26:01:02:03", links: [link])
    for name in [
      "/dev/input/event5", link, "usb-Symbol-event-kbd", "bar code scanner", "dc:2c:26:01:02:03", "05E0:1200",
    ] {
      #expect(device.isCalled(name), "\(name)")
    }
    for name in ["/dev/input/event50", "event", "", "Bar Code", "05e0", "scanner"] {
      #expect(!device.isCalled(name), "\(name)")
    }
  }

  // MARK: - Automatic selection

  @Test(arguments: [
    ("Symbol Technologies, Inc, 2008 Symbol Bar Code Scanner", "05e0:1200"),
    ("Metrologic Metrologic Scanner", "0c2e:0200"),
    ("Honeywell Imaging & Mobility 1900", "0c2e:0b01"), ("Datalogic ADC, Inc. Handheld", "05f9:2206"),
    ("Newland HR22", "1eab:1a03"), ("Manufacturer Barcode Reader", "e851:1000"), ("BARCODE SCANNER", "1a86:e026"),
    ("TMC HIDKeyBoard", "24ea:0197"),
  ])
  func `a known scanner is taken`(name: String, ids: String) throws {
    let fit = Suitability(try Self.device(name, ids: ids))
    // A name that contains keyboard outweighs any id.
    #expect(fit.isScanner == !name.lowercased().contains("keyboard"), "\(fit)")
  }

  @Test(arguments: [
    "AT Translated Set 2 keyboard", "Logitech USB Keyboard", "Cherry USB Tastatur", "Microsoft Natural",
    "HID 05f3:0007",
    "Dell KB216 Wired Keyboard", "Apple Inc. Magic Keyboard", "Logitech MX Keys", "gpio-keys", "", "Keychron K2",
    "Barcode Scanner Keyboard", "Zebra KYBD-QW-VC Keyboard", "USB Numeric Keypad",
  ])
  func `a keyboard is never taken by itself`(name: String) throws {
    for ids in ["046d:c31c", "413c:2113", "0000:0000", "1a86:e026", "04b4:0101"] {
      #expect(!Suitability(try Self.device(name, ids: ids)).isScanner, "\(name) \(ids)")
    }
    // Not even with a scanner's id, if its own name says that it is a keyboard.
    if name.lowercased().contains("keyboard") {
      #expect(!Suitability(try Self.device(name, ids: "05e0:1200")).isScanner)
    }
  }

  @Test func `the mark of udev's rules takes precedence over number and name`() throws {
    #expect(Suitability(try Self.device("HID 1234:5678", mark: "1")).isScanner)
    #expect(!Suitability(try Self.device("Symbol Bar Code Scanner", ids: "05e0:1200", mark: "0")).isScanner)
    #expect(Suitability(try Self.device("Some Keyboard", mark: "1")).isScanner)
  }

  @Test func `a device that cannot type a code is not a scanner, whatever its maker`() throws {
    for mark in [nil, "1"] {
      let device = try Self.device(
        "Bar Code Scanner Consumer Control", ids: "05e0:1200", keys: Self.mediaKeys, mark: mark)
      guard case .unfit = Suitability(device) else {
        Issue.record("\(Suitability(device))")
        return
      }
    }
  }

  @Test func `the list of scanners is the same in udev's rules`() throws {
    let rules = try String(contentsOfFile: Repository.path("udev/60-deadwax.rules"), encoding: .utf8)
    var ids: Set<String> = []
    let line = /(?m)^ATTRS\{id\/vendor\}=="(\w{4})"(?:, ATTRS\{id\/product\}=="(\w{4})")?, ENV\{DEADWAX_SCANNER\}="1"/
    for match in rules.matches(of: line) { ids.insert(match.2.map { "\(match.1):\($0)" } ?? String(match.1)) }
    #expect(ids == Set(KnownScanners.makers.keys).union(KnownScanners.models.keys))
  }
}

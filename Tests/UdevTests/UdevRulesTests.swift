internal import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct UdevRulesTests {
  static let text = (try? String(contentsOfFile: Repository.path("udev/60-deadwax.rules"), encoding: .utf8)) ?? ""

  /// The adapters that a person can enable, in file order.
  private static let adapters = [
    ["0403", "6001"], ["0403", "6015"], ["10c4", "ea60"], ["1a86", "7523"], ["1a86", "5523"], ["1a86", "55d4"],
    ["067b", "2303"],
  ]

  /// The readers that libnfc 1.8.0 supports (its drivers pn53x_usb and acr122_usb, and 93-pn53x.rules).
  private static let readers = [
    ["04cc", "0531"], ["054c", "0193"], ["04cc", "2533"], ["04e6", "5591"], ["04e6", "5594"], ["1fd3", "0608"],
    ["054c", "02e1"], ["072f", "2200"], ["072f", "90cc"],
  ]

  /// Returns the rules with one adapter's line enabled, as a person would do it.
  private static func enabling(_ adapter: [String]) -> String {
    let line = "ATTRS{idVendor}==\"\(adapter[0])\", ATTRS{idProduct}==\"\(adapter[1])\""
    return text.replacing("#" + line, with: line)
  }

  // MARK: - By the grammar, everywhere

  @Test func `the rules keep to the grammar of udev`() {
    let file = RulesFile(Self.text)
    #expect(file.faults == [])
    #expect(file.lines.count > 15)
  }

  @Test func `so they do with every line enabled that can be`() {
    let all = Self.text.replacing(/(?m)^#(?=[A-Z]+[{=])/, with: "")
    #expect(RulesFile(all).faults == [])
    // Besides the adapters: a UART, SPI, I2C, a custom scanner, libinput, and two cameras.
    #expect(RulesFile(all).lines.count == RulesFile(Self.text).lines.count + Self.adapters.count + 7)
  }

  @Test(arguments: [
    "SUBSYSTEM=\"usb\"", "GROUPP=\"plugdev\"", "MODE==\"0660\"", "MODE=\"660\"", "ATTR{idVendor}==\"04CC\"",
    "GOTO=\"nowhere\"", "LABEL=\"up\"\nGOTO=\"up\"", "ATTR{idVendor}==\"04cc\" GROUP=\"plugdev\"", "GROUP=plugdev",
    "GROUP=\"plugdev", "SYMLINK+=\"a\", ,",
  ])
  func `a line that udev would not take is noticed`(_ line: String) {
    #expect(!RulesFile(line).faults.isEmpty)
  }

  @Test func `the table of adapters is the one in the file`() {
    let found = Self.text.matches(of: /(?m)^#ATTRS\{idVendor\}=="(\w+)", ATTRS\{idProduct\}=="(\w+)"/)
    #expect(found.map { [String($0.1), String($0.2)] } == Self.adapters)
  }

  @Test func `the modules that take readers away are on the blacklist`() throws {
    let text = try String(contentsOfFile: Repository.path("udev/blacklist-pn533.conf"), encoding: .utf8)
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(lines == ["blacklist nfc", "blacklist pn533", "blacklist pn533_usb"])
  }

  // MARK: - By udevadm, if a mount namespace is available

  static let needsNamespace: Comment = "this system lets the user make no mount namespace for udevadm"

  @Test(.enabled(needsNamespace) { await Udevadm.namespace.value != nil }, arguments: adapters)
  func `an enabled adapter gets its name, its group and peace from ModemManager`(_ adapter: [String]) async throws {
    let answer = try await request(.serial(adapter[0], adapter[1]), rules: Self.enabling(adapter))
    #expect(answer.complaints == [])
    #expect(answer.property("DEVLINKS")?.contains("/dev/deadwax-nfc") == true)
    #expect(answer.property("ID_MM_DEVICE_IGNORE") == "1")
    #expect(answer.effects.contains("MODE 0660"))
    #expect(answer.effects.contains("LINK 'deadwax-nfc'"))

    // ModemManager checks the USB device above the port.
    let above = try await request(.usb(adapter[0], adapter[1]), rules: Self.enabling(adapter))
    #expect(above.property("ID_MM_DEVICE_IGNORE") == "1")
    #expect(above.effects.isEmpty)
  }

  @Test(.enabled(needsNamespace) { await Udevadm.namespace.value != nil }, arguments: adapters)
  func `an adapter that is not enabled is left alone`(_ adapter: [String]) async throws {
    let answer = try await request(.serial(adapter[0], adapter[1]), rules: Self.text)
    #expect(answer.complaints == [])
    #expect(answer.effects == [])
    #expect(answer.property("ID_MM_DEVICE_IGNORE") == nil)
    // Verifies that udevadm processed the device at all.
    #expect(answer.property("SUBSYSTEM") == "tty")
  }

  @Test(.enabled(needsNamespace) { await Udevadm.namespace.value != nil })
  func `a serial number distinguishes two adapters of one kind`() async throws {
    let rules = Self.enabling(["0403", "6001"]).replacing(
      "ATTRS{idProduct}==\"6001\",", with: "ATTRS{idProduct}==\"6001\", ATTRS{serial}==\"A5069RR4\",")
    let ours = try await request(.serial("0403", "6001", serial: "A5069RR4"), rules: rules)
    let other = try await request(.serial("0403", "6001", serial: "B7"), rules: rules)
    #expect(ours.property("DEVLINKS")?.contains("/dev/deadwax-nfc") == true)
    #expect(other.effects == [])
  }

  /// The buses of a small computer's header, with the line that enables each.
  private static let busses: [(kind: String, node: String, line: String)] = [
    ("spidev", "spidev0.0", "SUBSYSTEM==\"spidev\", KERNEL==\"spidev0.0\""),
    ("i2c-dev", "i2c-1", "SUBSYSTEM==\"i2c-dev\", KERNEL==\"i2c-1\""),
  ]

  @Test(.enabled(needsNamespace) { await Udevadm.namespace.value != nil })
  func `SPI and I2C are for the readers' group once they are enabled, and not before`() async throws {
    for bus in Self.busses {
      let enabled = Self.text.replacing("#" + bus.line, with: bus.line)
      try #require(enabled != Self.text)
      let answer = try await request(.bus(bus.kind, bus.node), rules: enabled)
      #expect(answer.complaints == [])
      #expect(answer.effects.contains("MODE 0660"))
      #expect(answer.effects.contains { $0.hasPrefix("GROUP ") })
      #expect(try await request(.bus(bus.kind, bus.node), rules: Self.text).effects == [])
      // A different bus is not affected.
      #expect(try await request(.bus(bus.kind, bus.node.dropLast() + "7"), rules: enabled).effects == [])
    }
  }

  @Test(.enabled(needsNamespace) { await Udevadm.namespace.value != nil })
  func `a Pi's UART gets the reader's name and peace from ModemManager`() async throws {
    let line = "SUBSYSTEM==\"tty\", KERNEL==\"ttyAMA0\""
    let enabled = Self.text.replacing("#" + line, with: line)
    let answer = try await request(.bus("tty", "ttyAMA0"), rules: enabled)
    #expect(answer.complaints == [])
    #expect(answer.property("DEVLINKS")?.contains("/dev/deadwax-nfc") == true)
    #expect(answer.property("ID_MM_DEVICE_IGNORE") == "1")
    #expect(try await request(.bus("tty", "ttyAMA0"), rules: Self.text).effects == [])
    #expect(try await request(.bus("tty", "ttyAMA1"), rules: enabled).effects == [])
  }

  @Test(.enabled(needsNamespace) { await Udevadm.namespace.value != nil }, arguments: readers)
  func `a reader on USB is for its group alone`(_ reader: [String]) async throws {
    let answer = try await request(.usb(reader[0], reader[1]), rules: Self.text)
    #expect(answer.complaints == [])
    #expect(answer.effects.contains("MODE 0660"))
    #expect(answer.effects.contains { $0.hasPrefix("GROUP ") })
  }

  @Test(.enabled(needsNamespace) { await Udevadm.namespace.value != nil })
  func `any other device on USB is left alone`() async throws {
    #expect(try await request(.usb("046d", "082d"), rules: Self.text).effects == [])
  }

  @Test(.enabled(needsNamespace) { await Udevadm.namespace.value != nil })
  func `udevadm complains about a wrong line, so its silence means something`() async throws {
    let rules = Self.text + "SUBSYSTEM==\"tty\", GROUPP=\"dialout\"\nSUBSYSTEM==\"tty\", GROUP=\"no-such-group\"\n"
    let answer = try await request(.serial("0403", "6001"), rules: rules)
    #expect(answer.complaints.count == 2, "\(answer.lines)")
  }

  private func request(_ device: Udevadm.Device, rules: String) async throws -> Udevadm.Answer {
    let namespace = try #require(await Udevadm.namespace.value)
    return try await Udevadm.request(device, rules: rules, namespace: namespace)
  }
}

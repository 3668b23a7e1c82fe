import TestSupport
import Testing

/// Tests of the input devices and cameras that the rules match, with Debian's own udevadm.
@Suite(
  .timeLimit(.minutes(10)),
  .enabled(UdevRulesTests.needsNamespace) { await Udevadm.namespace.value != nil })
struct ScannerRulesTests {
  private func request(_ device: Udevadm.Device, rules: String = UdevRulesTests.text) async throws -> Udevadm.Answer {
    let namespace = try #require(await Udevadm.namespace.value)
    let answer = try await Udevadm.request(device, rules: rules, namespace: namespace)
    #expect(answer.complaints == [])
    return answer
  }

  private func isTaken(_ answer: Udevadm.Answer) -> Bool {
    answer.property("DEVLINKS")?.split(separator: " ").contains("/dev/deadwax-scanner") == true
      && answer.property("DEADWAX_SCANNER") == "1" && answer.property("TAGS")?.contains(":systemd:") == true
      && answer.effects.contains("MODE 0660") && answer.effects.contains { $0.hasPrefix("GROUP ") }
  }

  @Test(arguments: [
    "05e0:1200", "05e0:1900", "05f9:2206", "0536:01ca", "065a:0001", "080c:0300", "0c2e:0b61", "1eab:1a03", "03f0:0139",
    "03f0:1d24", "040b:6510", "0416:c141", "04b4:0100", "04b4:bca1", "04b4:de61", "04b4:de64", "13ba:0018", "24ea:0197",
  ])
  func `a known scanner gets its mark, its name, its group and a unit`(ids: String) async throws {
    let answer = try await request(.input(ids))
    #expect(isTaken(answer), "\(answer.lines)")
  }

  @Test func `a scanner on Bluetooth is known by the same numbers`() async throws {
    #expect(isTaken(try await request(.input("0c2e:0b61", name: "Voyager 1602g", bus: "0005"))))
  }

  @Test(arguments: [
    ("046d:c31c", "Logitech USB Keyboard"), ("413c:2113", "Dell KB216 Wired Keyboard"), ("0000:0000", "gpio-keys"),
    ("0001:0001", "AT Translated Set 2 keyboard"), ("04b4:0101", "Cypress"), ("03f0:0024", "HP Basic USB Keyboard"),
    ("1a86:e026", "HID Device"), ("13ba:0001", "Konig Electronic CMP-KEYPAD12"), ("05ac:024f", "Keychron K2"),
  ])
  func `a keyboard is never touched`(ids: String, name: String) async throws {
    let answer = try await request(.input(ids, name: name))
    #expect(answer.effects == [])
    #expect(answer.property("DEADWAX_SCANNER") == nil)
    #expect(answer.property("DEVLINKS") == nil)
    // Verifies that udevadm processed the device at all.
    #expect(answer.property("SUBSYSTEM") == "input")
  }

  @Test(arguments: ["Zebra Keyboard", "HID KeyBoard", "SYMBOL KEYBOARD", "Symbol Numeric Keypad"])
  func `a device named keyboard is never a scanner, whatever its maker`(name: String) async throws {
    let answer = try await request(.input("05e0:1200", name: name))
    #expect(answer.property("DEADWAX_SCANNER") == "0")
    #expect(answer.property("DEVLINKS") == nil)
    #expect(!answer.effects.contains { $0.hasPrefix("LINK") || $0.hasPrefix("MODE") })
  }

  @Test func `a scanner's second device is marked, and has no name`() async throws {
    let answer = try await request(.input("05e0:1200", name: "Symbol Consumer Control", keys: "3e000000000000 0 0 0"))
    #expect(answer.property("DEADWAX_SCANNER") == "1")
    #expect(answer.property("DEVLINKS") == nil)
  }

  @Test func `one's own scanner is taken once its line is on, even if it calls itself a keyboard`() async throws {
    let line = "ATTRS{id/vendor}==\"1a86\""
    let rules = UdevRulesTests.text.replacing("#" + line, with: line)
    #expect(rules != UdevRulesTests.text)
    #expect(isTaken(try await request(.input("1a86:e026", name: "QinHeng USB Keyboard"), rules: rules)))
    #expect(try await request(.input("046d:c31c"), rules: rules).effects == [])
  }

  @Test func `a desktop leaves the scanner alone once that line is on`() async throws {
    let line = "ENV{LIBINPUT_IGNORE_DEVICE}=\"1\""
    let rules = UdevRulesTests.text.replacing("#" + line, with: line)
    #expect(try await request(.input("05e0:1200"), rules: rules).property("LIBINPUT_IGNORE_DEVICE") == "1")
    #expect(try await request(.input("05e0:1200")).property("LIBINPUT_IGNORE_DEVICE") == nil)
    #expect(try await request(.input("046d:c31c"), rules: rules).property("LIBINPUT_IGNORE_DEVICE") == nil)
  }

  // MARK: - Cameras

  @Test func `a camera gets a unit, and its second node nothing`() async throws {
    let camera = try await request(.camera(index: 0))
    #expect(camera.property("TAGS")?.contains(":systemd:") == true)
    #expect(camera.effects.contains("MODE 0660"))
    #expect(camera.property("DEVLINKS") == nil)
    #expect(try await request(.camera(index: 1)).effects == [])
  }

  @Test func `two cameras of one kind are named by their ports`() async throws {
    let rules = UdevRulesTests.text.replacing("#KERNELS==", with: "KERNELS==")
    let left = try await request(.camera(index: 0, port: "1-1.2"), rules: rules)
    let right = try await request(.camera(index: 0, port: "1-1.3"), rules: rules)
    #expect(left.property("DEVLINKS") == "/dev/deadwax-camera-left")
    #expect(right.property("DEVLINKS") == "/dev/deadwax-camera-right")
    #expect(try await request(.camera(index: 0, port: "1-1.4"), rules: rules).property("DEVLINKS") == nil)
  }
}

internal import Foundation
internal import Glibc
import TestSupport

/// A simulated Bluetooth scanner on the level of reports. The kernel receives them from uhid instead of a radio, and
/// its own keyboard driver creates an event device. Permitted only where `UinputScanner` is.
final class RadioScanner {
  private let file: Int32

  /// - Parameters:
  ///   - name: the device's name.
  ///   - address: the device's address.
  /// - Throws: `TestFailure` if the kernel creates no device.
  init(_ name: String, address: String) throws {
    file = open("/dev/uhid", O_RDWR | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw TestFailure("/dev/uhid cannot be opened: \(errno)") }
    // struct uhid_create2_req of linux/uhid.h: texts, the length of the descriptor, bus, vendor, product, version,
    // country.
    let texts = Self.field(name, 128) + Self.field("radio", 64) + Self.field(address, 64)
    let bluetooth: UInt16 = 5
    let numbers = Self.bytes(UInt16(Self.descriptor.count)) + Self.bytes(bluetooth)
    let identity =
      Self.bytes(UInt32(0x0C2E)) + Self.bytes(UInt32(0x0B61)) + Self.bytes(UInt32(1)) + Self.bytes(UInt32(0))
    guard send(Self.create2, texts + numbers + identity + Self.descriptor) else {
      throw TestFailure("uhid refuses: \(errno)")
    }
  }

  /// Switches the device off.
  deinit {
    _ = send(Self.destroy, [])
    close(file)
  }

  /// Types a text as reports, one with the key and one without, eight milliseconds apart.
  func type(_ text: String) {
    for character in text {
      guard let (usage, shift) = Self.usage(character) else { preconditionFailure("no key for \(character)") }
      report(modifiers: shift ? 0x02 : 0, key: usage)
      report(modifiers: 0, key: 0)
    }
  }

  /// Types a code and Enter.
  func scan(_ code: String) { type(code + "\n") }

  func pressCapsLock() {
    report(modifiers: 0, key: 57)
    report(modifiers: 0, key: 0)
  }

  /// Returns the host's last setting of the LEDs since the previous call: bit 0 num lock, bit 1 caps lock; nil if there
  /// was none.
  func lamps() -> UInt8? {
    var last: UInt8?
    var event = [UInt8](repeating: 0, count: 4380)
    while true {
      let count = read(file, &event, event.count)
      guard count > 4 else { return last }
      if event[0] == Self.output { last = event[4] }
    }
  }

  private func report(modifiers: UInt8, key: UInt8) {
    _ = send(Self.input2, Self.bytes(UInt16(8)) + [modifiers, 0, key, 0, 0, 0, 0, 0])
    usleep(8000)
  }

  private func send(_ kind: UInt8, _ body: [UInt8]) -> Bool {
    let event = [kind, 0, 0, 0] + body
    return write(file, event, event.count) == event.count
  }

  // enum uhid_event_type
  private static let destroy: UInt8 = 1
  private static let output: UInt8 = 6
  private static let create2: UInt8 = 11
  private static let input2: UInt8 = 12

  private static func field(_ text: String, _ length: Int) -> [UInt8] {
    Array(text.utf8) + [UInt8](repeating: 0, count: length - text.utf8.count)
  }

  private static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }

  /// Returns the usage of a character from the keyboard table (USB HID Usage Tables, page 7).
  private static func usage(_ character: Character) -> (UInt8, Bool)? {
    switch character {
    case "\n": return (40, false)
    case "-": return (45, false)
    case ":": return (51, true)
    case "]": return (48, false)
    case "0": return (39, false)
    case "1"..."9": return (30 + UInt8(character.wholeNumberValue ?? 1) - 1, false)
    default:
      guard let letter = character.lowercased().utf8.first, (0x61...0x7A).contains(letter) else { return nil }
      return (letter - 0x61 + 4, character.isUppercase)
    }
  }

  /// The boot keyboard of the USB HID specification (appendix B.1): a byte of modifiers, a reserved byte, five LEDs set
  /// by the host, and six keys.
  private static let descriptor: [UInt8] = [
    0x05, 0x01, 0x09, 0x06, 0xA1, 0x01,
    0x05, 0x07, 0x19, 0xE0, 0x29, 0xE7, 0x15, 0x00, 0x25, 0x01, 0x75, 0x01, 0x95, 0x08, 0x81, 0x02,
    0x95, 0x01, 0x75, 0x08, 0x81, 0x01,
    0x95, 0x05, 0x75, 0x01, 0x05, 0x08, 0x19, 0x01, 0x29, 0x05, 0x91, 0x02,
    0x95, 0x01, 0x75, 0x03, 0x91, 0x01,
    0x95, 0x06, 0x75, 0x08, 0x15, 0x00, 0x25, 0x65, 0x05, 0x07, 0x19, 0x00, 0x29, 0x65, 0x81, 0x00,
    0xC0,
  ]
}

import Scanners
import TestSupport

/// A simulated scanner for programs that run under umockdev(1): libudev finds it, and libevdev opens and reads it,
/// although the kernel has no such device. It plays the keys of a recording with their original timing, from the start
/// of umockdev.
struct MockedScanner {
  let name: String
  let ids: String
  /// The time in seconds that the program has to start and open the scanner before the first key press.
  var patience = 2.5

  static let node = "/dev/input/event7"

  /// Starts a program of this package that finds the scanner.
  func run(_ program: String, _ arguments: [String], playing recording: Recording, in folder: TemporaryFolder) throws
    -> ChildProgram
  {
    try folder.write(description, to: "device")
    try folder.write(answers, to: "answers")
    try folder.write(events(of: recording), to: "events")
    return try ChildProgram(
      path: "/usr/bin/umockdev-run",
      [
        "-d", folder.path("device"), "-i", "\(Self.node)=\(folder.path("answers"))", "-e",
        "\(Self.node)=\(folder.path("events"))", "--", try Repository.program(program),
      ] + arguments)
  }

  private var path: String { "/devices/pci0/usb1/1-1/1-1:1.0/0003:0001.0001/input/input7" }

  /// The device in the format of umockdev-record(1).
  private var description: String {
    let parts = ids.split(separator: ":")
    let words = stride(from: 88, through: 0, by: -8).map { start in
      String(Self.keys[start..<start + 8].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }, radix: 16)
    }
    return """
      P: \(path)/event7
      N: input/event7
      E: SUBSYSTEM=input
      E: DEVNAME=\(Self.node)
      E: MAJOR=13
      E: MINOR=71
      A: dev=13:71

      P: \(path)
      E: SUBSYSTEM=input
      A: name=\(name)
      A: uniq=
      A: capabilities/key=\(words.drop { $0 == "0" }.joined(separator: " "))
      A: id/bustype=0003
      A: id/vendor=\(parts[0])
      A: id/product=\(parts[1])


      """
  }

  /// The device's responses to libevdev's requests (linux/input.h), each with the length that the library requests.
  private var answers: String {
    func line(_ question: String, _ length: Int, _ bytes: [UInt8] = [], count: Int? = nil) -> String {
      let padded = bytes + [UInt8](repeating: 0, count: length - bytes.count)
      return "\(question) \(count ?? length) \(padded.map { hex($0) }.joined())\n"
    }
    let numbers = ids.split(separator: ":").compactMap { UInt16($0, radix: 16) }
    let identity = numbers.map { hex(UInt8($0 & 0xFF)) + hex(UInt8($0 >> 8)) }.joined()
    var text = "EVIOCGVERSION 0 01000100\nEVIOCGID 0 0300\(identity)0001\nEVIOCGREP 0 FA00000021000000\n"
    text += line("EVIOCGNAME(0)", 255, Array(name.utf8), count: name.utf8.count + 1)
    text += line("EVIOCGPHYS(0)", 255, count: 1) + line("EVIOCGUNIQ(0)", 255, count: 1)
    text += line("EVIOCGPROP(0)", 8)
    // The event types SYN, KEY, LED and REP; then the keys and LEDs, and none of the others.
    text += line("EVIOCGBIT(0)", 8, [0x03, 0x00, 0x12]) + line("EVIOCGBIT(1)", 96, Self.keys)
    text += line("EVIOCGBIT(17)", 8, [0x07])
    for kind in [2, 3, 4, 5, 18, 21] { text += line("EVIOCGBIT(\(kind))", kind == 21 ? 16 : 8) }
    // No key is down and no LED is on.
    return text + line("EVIOCGKEY(0)", 96) + line("EVIOCGLED(0)", 8) + line("EVIOCGSW(0)", 8)
  }

  /// Returns the recording, preceded by an event without effect: umockdev starts with the first event.
  private func events(of recording: Recording) -> String {
    let start = (recording.raw.first?.time ?? 0) - Microseconds(patience * 1e6)
    let first = "E: 0.000000 0004 0004 0000\n"
    return recording.raw.reduce(into: first) { text, event in
      let time = event.time - start
      text += "E: \(time / 1_000_000).\(String(1_000_000 + time % 1_000_000).dropFirst()) "
      text += "\(hex(event.type)) \(hex(event.code)) \(event.value)\n"
    }
  }

  /// The keys of the device, one bit each: those of a keyboard with keypad.
  private static let keys: [UInt8] = {
    var bits = [UInt8](repeating: 0, count: 96)
    for key in Array(1...83) + [86, 87, 88] + Array(96...111) + [119, 125, 126, 127] { bits[key / 8] |= 1 << (key % 8) }
    return bits
  }()
}

private func hex(_ number: some FixedWidthInteger & UnsignedInteger) -> String {
  let digits = String(number, radix: 16, uppercase: true)
  return String(repeating: "0", count: number.bitWidth / 4 - digits.count) + digits
}

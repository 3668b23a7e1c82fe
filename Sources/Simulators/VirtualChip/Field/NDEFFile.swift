/// The NDEF application of a Type 4 tag (NFC Forum Type 4 Tag, mapping version 2.0): the selected file and the
/// commands.
package struct NDEFFile: Hashable, Sendable {
  private enum Selected: Hashable {
    case nothing
    case application
    case container
    case file
  }

  private var selected = Selected.nothing
  private let container: [UInt8]

  init(size: Int) {
    // Length 15, version 2.0, 59 bytes per read and 52 per write, then the file E104 with unrestricted access.
    container =
      [0x00, 0x0F, 0x20, 0x00, 0x3B, 0x00, 0x34, 0x04, 0x06, 0xE1, 0x04]
      + [UInt8(size >> 8), UInt8(size & 0xFF), 0x00, 0x00]
  }

  mutating func deselect() { selected = .nothing }

  /// Answers a command of ISO/IEC 7816-4. The last two bytes of the answer are the status.
  mutating func run(_ command: [UInt8], on memory: inout EEPROM) -> [UInt8] {
    guard command.count >= 4 else { return [0x67, 0x00] }
    guard command[0] == 0x00 else { return [0x6E, 0x00] }
    switch command[1] {
    case 0xA4: return select(command)
    case 0xB0: return read(command, memory)
    case 0xD6: return update(command, &memory)
    default: return [0x6D, 0x00]
    }
  }

  private mutating func select(_ command: [UInt8]) -> [UInt8] {
    guard command.count >= 5 else { return [0x67, 0x00] }
    let length = Int(command[4])
    guard command.count == 5 + length || command.count == 6 + length else { return [0x67, 0x00] }
    let name = Array(command[5..<5 + length])
    if command[2] == 0x04 {
      guard name == [0xD2, 0x76, 0x00, 0x00, 0x85, 0x01, 0x01] else { return [0x6A, 0x82] }
      selected = .application
      return [0x90, 0x00]
    }
    guard selected != .nothing else { return [0x6A, 0x82] }
    switch name {
    case [0xE1, 0x03]: selected = .container
    case [0xE1, 0x04]: selected = .file
    default: return [0x6A, 0x82]
    }
    return [0x90, 0x00]
  }

  private func read(_ command: [UInt8], _ memory: EEPROM) -> [UInt8] {
    guard command.count == 5 else { return [0x67, 0x00] }
    let content: [UInt8]
    switch selected {
    case .container: content = container
    case .file: content = memory.bytes
    case .nothing, .application: return [0x69, 0x86]
    }
    let offset = Int(command[2]) << 8 | Int(command[3])
    guard offset <= content.count else { return [0x6B, 0x00] }
    let wanted = command[4] == 0 ? 256 : Int(command[4])
    return content[offset..<min(offset + wanted, content.count)] + [0x90, 0x00]
  }

  private func update(_ command: [UInt8], _ memory: inout EEPROM) -> [UInt8] {
    guard command.count >= 5, command.count == 5 + Int(command[4]) else { return [0x67, 0x00] }
    switch selected {
    case .file: break
    case .container: return [0x69, 0x82]
    case .nothing, .application: return [0x69, 0x86]
    }
    let offset = Int(command[2]) << 8 | Int(command[3])
    guard offset + Int(command[4]) <= memory.bytes.count else { return [0x6A, 0x84] }
    return memory.write(Array(command[5...]), at: offset) ? [0x90, 0x00] : [0x65, 0x81]
  }
}

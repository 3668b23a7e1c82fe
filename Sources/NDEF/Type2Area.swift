/// The data area of a Type 2 tag: the place of its message, or the place at which one may be written.
///
/// All offsets are in bytes from the start of page 3, the capability container.
package struct Type2Area: Hashable, Sendable {
  package enum State: Hashable, Sendable {
    /// A message TLV. The range covers its value, which may be empty.
    case message(Range<Int>)
    /// No message TLV: there is a terminator TLV at the place, or null bytes up to the end.
    case free
    /// The TLV at the place has a length that exceeds the area.
    case torn
  }

  package enum Found: Hashable, Sendable {
    case area(Type2Area)
    /// The capability container does not describe an NDEF tag.
    case unformatted
    /// The number of bytes from page 3 on that are required; always greater than the number supplied.
    case needsMore(Int)
  }

  /// The offset at which the message TLV begins or is to begin. The bytes in front of it are preserved.
  package let place: Int
  package let state: State
  /// The end of the range that a message at the place may use. It is the end of the area, or the start of the first
  /// lock bytes or reserved bytes that a control TLV declares.
  package let end: Int
  /// The range of the dynamic lock bytes that a lock control TLV declares. It may be behind the area.
  package let lockBytes: Range<Int>?
  /// True if TLVs of an unknown type precede the place. Readers skip them. Most of them are not TLVs, but the remains
  /// of something whose beginning is lost.
  let hasUnknownBlocks: Bool

  init(place: Int, state: State, end: Int, lockBytes: Range<Int>? = nil, hasUnknownBlocks: Bool = false) {
    self.place = place
    self.state = state
    self.end = max(place, end)
    self.lockBytes = lockBytes
    self.hasUnknownBlocks = hasUnknownBlocks
  }

  /// The longest message in bytes that fits at the place. A length above 254 takes three bytes instead of one.
  package var capacity: Int { Self.capacity(of: end - place) }

  /// Returns the longest message, in bytes, that fits into `room` bytes.
  package static func capacity(of room: Int) -> Int {
    room - 2 <= shortLimit ? max(0, room - 2) : max(shortLimit, room - 4)
  }

  /// Returns true if a container of 4 bytes is that of a supported NDEF tag: E1, version 1.x, and readable.
  static func isNDEF(_ container: some Collection<UInt8>) -> Bool {
    let bytes = Array(container)
    return bytes.count == 4 && bytes[0] == 0xE1 && bytes[1] >> 4 == 1 && bytes[3] >> 4 == 0
  }

  /// Finds the message by walking the TLVs. `memory` begins with page 3 and ends where reading stopped.
  package static func find(in memory: [UInt8]) -> Found {
    guard memory.count >= Type2Memory.containerLength else { return .needsMore(Type2Memory.containerLength) }
    guard isNDEF(memory.prefix(4)) else { return .unformatted }
    let end = Type2Memory.containerLength + Int(memory[2]) * 8
    var offset = Type2Memory.containerLength
    /// The start of the null bytes that end at the offset.
    var quiet = offset
    var reserved: [Range<Int>] = []
    var lockBytes: Range<Int>?
    var hasUnknownBlocks = false
    func area(at place: Int, _ state: State) -> Found {
      let limit = reserved.filter { $0.upperBound > place }.map(\.lowerBound).min() ?? end
      return .area(
        Type2Area(
          place: place, state: state, end: min(end, limit), lockBytes: lockBytes, hasUnknownBlocks: hasUnknownBlocks))
    }
    while offset < end {
      // After a run of null bytes more of them are likely, so a larger step avoids one read for each.
      guard offset < memory.count else { return .needsMore(offset - quiet < 8 ? offset + 1 : min(end, offset + 64)) }
      let type = memory[offset]
      if type == Block.null.rawValue {
        offset += 1
        continue
      }
      if type == Block.terminator.rawValue { return area(at: offset, .free) }
      let count: Int
      let start: Int
      switch length(at: offset + 1, in: memory, end: end) {
      case .beyond(let needed): return .needsMore(needed)
      case .outside: return area(at: offset - quiet >= 2 ? quiet : offset, .torn)
      case .known(let known, let first): (count, start) = (known, first)
      }
      guard count <= end - start else { return area(at: offset, .torn) }
      if type == Block.message.rawValue { return area(at: offset, .message(start..<start + count)) }
      if count == 3, type == Block.lockControl.rawValue || type == Block.memoryControl.rawValue {
        guard start + 3 <= memory.count else { return .needsMore(start + 3) }
        let bytes = self.reserved(Array(memory[start..<start + 3]), isLock: type == Block.lockControl.rawValue)
        reserved.append(bytes)
        if type == Block.lockControl.rawValue { lockBytes = lockBytes ?? bytes }
      }
      hasUnknownBlocks = hasUnknownBlocks || Block(rawValue: type) == nil
      offset = start + count
      quiet = offset
    }
    return area(at: min(quiet, end), .free)
  }

  /// The greatest length that fits in one byte.
  static let shortLimit = 254

  /// The TLV types (Type 2 Tag 1.2, table 2). Other types are skipped.
  enum Block: UInt8 {
    case null = 0x00
    case lockControl = 0x01
    case memoryControl = 0x02
    case message = 0x03
    case proprietary = 0xFD
    case terminator = 0xFE
  }

  private enum Length {
    /// The length of the value in bytes, and the offset of its first byte.
    case known(Int, start: Int)
    /// The field is in memory that was not read yet. The value is the number of bytes required.
    case beyond(Int)
    /// The field exceeds the data area.
    case outside
  }

  /// Parses a length field: one byte, or FF and two bytes in big-endian order.
  private static func length(at offset: Int, in memory: [UInt8], end: Int) -> Length {
    guard offset < end else { return .outside }
    guard offset < memory.count else { return .beyond(offset + 1) }
    guard memory[offset] == 0xFF else { return .known(Int(memory[offset]), start: offset + 1) }
    guard offset + 2 < end else { return .outside }
    guard offset + 2 < memory.count else { return .beyond(offset + 3) }
    return .known(Int(memory[offset + 1]) << 8 | Int(memory[offset + 2]), start: offset + 3)
  }

  /// Returns the range of bytes that a control TLV excludes from the message (Type 2 Tag 1.2, 2.3.2 and 2.3.3). Its
  /// three bytes are a position as page and byte, a size in bits (lock) or bytes (reserved) where 0 is 256, and the
  /// page size.
  private static func reserved(_ control: [UInt8], isLock: Bool) -> Range<Int> {
    let pageSize = 1 << Int(control[2] & 0x0F)
    let first = Int(control[0] >> 4) * pageSize + Int(control[0] & 0x0F)
    let size = control[1] == 0 ? 256 : Int(control[1])
    let start = first - Type2Memory.containerPage * Type2Memory.pageLength
    return start..<start + (isLock ? (size + 7) / 8 : size)
  }
}

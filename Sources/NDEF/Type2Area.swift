/// The data area of a Type 2 tag: where its message stands, or where one may be put.
///
/// All offsets are bytes counted from the start of page 3, the capability container.
package struct Type2Area: Hashable, Sendable {
  package enum State: Hashable, Sendable {
    /// A message block; these are the bytes of its value, perhaps none.
    case message(Range<Int>)
    /// No message block: the place holds a terminator, or null bytes up to the end.
    case free
    /// The block at the place claims to be longer than the area.
    case torn
  }

  package enum Found: Hashable, Sendable {
    case area(Type2Area)
    /// The capability container is not that of an NDEF tag.
    case unformatted
    /// So many bytes from page 3 on must be known; always more than were given.
    case needsMore(Int)
  }

  /// Where the message block begins or is to begin: what stands in front of it is kept.
  package let place: Int
  package let state: State
  /// The end of what a message written at the place may use: that of the area, or where lock bytes or reserved bytes
  /// begin that a control block in front tells of.
  package let end: Int
  /// The bytes of the lock bytes and of the reserved bytes, wherever they are; they may lie behind the area.
  package let lockBytes: Range<Int>?

  init(place: Int, state: State, end: Int, lockBytes: Range<Int>? = nil) {
    self.place = place
    self.state = state
    self.end = max(place, end)
    self.lockBytes = lockBytes
  }

  /// The longest message that can be put at the place. A length above 254 takes three bytes instead of one.
  package var capacity: Int { Self.capacity(of: end - place) }

  /// The longest message for which so many bytes have room.
  package static func capacity(of room: Int) -> Int {
    room - 2 <= shortLimit ? max(0, room - 2) : max(shortLimit, room - 4)
  }

  /// Whether a container of 4 bytes is that of an NDEF tag we understand: E1, a version 1.x, and open to be read.
  static func isNDEF(_ container: some Collection<UInt8>) -> Bool {
    let bytes = Array(container)
    return bytes.count == 4 && bytes[0] == 0xE1 && bytes[1] >> 4 == 1 && bytes[3] >> 4 == 0
  }

  /// Walks the blocks up to the message, in memory from the start of page 3 as far as it was read.
  package static func find(in memory: [UInt8]) -> Found {
    guard memory.count >= Type2Memory.containerLength else { return .needsMore(Type2Memory.containerLength) }
    guard isNDEF(memory.prefix(4)) else { return .unformatted }
    let end = Type2Memory.containerLength + Int(memory[2]) * 8
    var offset = Type2Memory.containerLength
    /// Where the null bytes began that lead up to the offset.
    var quiet = offset
    var reserved: [Range<Int>] = []
    var lockBytes: Range<Int>?
    func area(at place: Int, _ state: State) -> Found {
      let limit = reserved.filter { $0.upperBound > place }.map(\.lowerBound).min() ?? end
      return .area(Type2Area(place: place, state: state, end: min(end, limit), lockBytes: lockBytes))
    }
    while offset < end {
      // Where null bytes went on so long, more of them may follow: not one read for each.
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
      offset = start + count
      quiet = offset
    }
    return area(at: min(quiet, end), .free)
  }

  /// The greatest length that one byte says.
  static let shortLimit = 254

  /// Type 2 Tag 1.2, table 2. Other types are stepped over.
  enum Block: UInt8 {
    case null = 0x00
    case lockControl = 0x01
    case memoryControl = 0x02
    case message = 0x03
    case terminator = 0xFE
  }

  private enum Length {
    /// So many bytes of value, and where they begin.
    case known(Int, start: Int)
    /// The field itself is not read yet.
    case beyond(Int)
    /// The field runs out of the data area.
    case outside
  }

  /// One byte, or FF and two bytes, the high one first.
  private static func length(at offset: Int, in memory: [UInt8], end: Int) -> Length {
    guard offset < end else { return .outside }
    guard offset < memory.count else { return .beyond(offset + 1) }
    guard memory[offset] == 0xFF else { return .known(Int(memory[offset]), start: offset + 1) }
    guard offset + 2 < end else { return .outside }
    guard offset + 2 < memory.count else { return .beyond(offset + 3) }
    return .known(Int(memory[offset + 1]) << 8 | Int(memory[offset + 2]), start: offset + 3)
  }

  /// Where a control block says that bytes are not the message's (Type 2 Tag 1.2, 2.3.2 and 2.3.3): a position of page and
  /// byte, a size in bits or bytes where 0 is 256, and how large such a page is.
  private static func reserved(_ control: [UInt8], isLock: Bool) -> Range<Int> {
    let pageSize = 1 << Int(control[2] & 0x0F)
    let first = Int(control[0] >> 4) * pageSize + Int(control[0] & 0x0F)
    let size = control[1] == 0 ? 256 : Int(control[1])
    let start = first - Type2Memory.containerPage * Type2Memory.pageLength
    return start..<start + (isLock ? (size + 7) / 8 : size)
  }
}

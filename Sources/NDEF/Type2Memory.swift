/// Finds the NDEF message in the memory of a Type 2 tag (NFC Forum, Type 2 Tag 1.2, chapters 2.3 and 5.1; NXP's NTAG21x
/// and MIFARE Ultralight data sheets).
///
/// The walk sees the memory as far as it was read, beginning with the capability container: page 3, then the data area
/// from page 4. When that does not reach, it says how far to read; every step is bounded by the size in the container.
package enum Type2Memory {
  package enum Found: Hashable, Sendable {
    /// The bytes of the message, which may still be no NDEF.
    case message([UInt8])
    /// There is a place for a message and it is empty: a tag as it comes from the factory, or one torn off the reader
    /// while it was written.
    case empty
    /// The tag is made for NDEF, and its data area says that no message follows.
    case none
    /// The capability container is not that of an NDEF tag.
    case unformatted
    /// A block claims to be longer than the tag: half written, or damaged.
    case torn
    /// So many bytes from page 3 on must be read before it can go on; always more than were given.
    case needsMore(Int)
  }

  /// The capability container, a page of 4 bytes.
  package static let containerLength = 4

  /// Walks what was read from the start of page 3 on.
  package static func find(in memory: [UInt8]) -> Found {
    guard memory.count >= containerLength else { return .needsMore(containerLength) }
    // E1 marks NDEF; the version's major number is its high nibble; an open read access is a high nibble of 0.
    guard memory[0] == 0xE1, memory[1] >> 4 == 1, memory[3] >> 4 == 0 else { return .unformatted }
    let end = containerLength + Int(memory[2]) * 8
    var offset = containerLength
    while offset < end {
      guard offset < memory.count else { return .needsMore(offset + 1) }
      let tag = memory[offset]
      if tag == Block.null.rawValue {
        offset += 1
        continue
      }
      if tag == Block.terminator.rawValue { return .none }
      let header = length(at: offset + 1, in: memory, end: end)
      guard case .known(let count, let start) = header else {
        if case .beyond(let needed) = header { return .needsMore(needed) }
        return .torn
      }
      guard count <= end - start else { return .torn }
      if tag == Block.message.rawValue {
        guard count > 0 else { return .empty }
        guard start + count <= memory.count else { return .needsMore(start + count) }
        return .message(Array(memory[start..<start + count]))
      }
      offset = start + count
    }
    return .none
  }

  /// The blocks that end the walk or have no length; all others are stepped over (Type 2 Tag 1.2, table 2).
  private enum Block: UInt8 {
    case null = 0x00
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
}

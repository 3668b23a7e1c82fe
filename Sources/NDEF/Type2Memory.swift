/// A parser that finds the NDEF message in the memory of a Type 2 tag (NFC Forum, Type 2 Tag 1.2, chapters 2.3 and 5.1;
/// NXP's NTAG21x and MIFARE Ultralight data sheets).
///
/// The memory begins with the capability container (page 3), followed by the data area from page 4. It may be
/// incomplete: if more is required, the result is the number of bytes to read. The size in the container bounds every
/// step.
package enum Type2Memory {
  package enum Found: Hashable, Sendable {
    /// The bytes of the message, which may still be invalid NDEF.
    case message([UInt8])
    /// The message TLV is empty: a factory-new tag, or one that was removed from the reader during a write.
    case empty
    /// The tag is formatted for NDEF, but its data area has no message TLV.
    case none
    /// The capability container does not describe an NDEF tag.
    case unformatted
    /// A TLV's length exceeds the tag: the tag is half written or damaged.
    case torn
    /// The number of bytes from page 3 on that must be read; always greater than the number supplied.
    case needsMore(Int)
  }

  /// The page of the capability container. Offsets count from its start.
  package static let containerPage = 3
  /// The size of the capability container in bytes: one page.
  package static let containerLength = 4
  /// The bytes in a page, the unit of writing.
  package static let pageLength = 4

  /// Finds the message in the bytes that were read from the start of page 3 on.
  package static func find(in memory: [UInt8]) -> Found {
    let area: Type2Area
    switch Type2Area.find(in: memory) {
    case .needsMore(let count): return .needsMore(count)
    case .unformatted: return .unformatted
    case .area(let found): area = found
    }
    switch area.state {
    case .message(let range):
      guard range.upperBound <= memory.count else { return .needsMore(range.upperBound) }
      return range.isEmpty ? .empty : .message(Array(memory[range]))
    case .free: return .none
    case .torn: return .torn
    }
  }
}

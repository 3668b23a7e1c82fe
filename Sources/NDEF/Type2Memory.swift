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

  /// The page of the capability container, from which memory is counted.
  package static let containerPage = 3
  /// The capability container, a page of 4 bytes.
  package static let containerLength = 4
  /// Bytes in a page, which are written together.
  package static let pageLength = 4

  /// Walks what was read from the start of page 3 on.
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

/// Damage to the TLVs of a Type 2 tag. Either the page with the message length was torn, so that no message is found,
/// or a message is found where none was written.
///
/// A page is erased before it is programmed. A tear between the two leaves zeros in place of a length, the end of a
/// lock control TLV, or the type of the message TLV. A walk over the TLVs then runs through the middle of the old
/// message.
package enum Type2Damage: Hashable, Sendable {
  /// The TLVs lead to a message, to an empty message, or to a free place.
  case none
  /// The TLVs are inconsistent. The message must be written at the default place for this kind of tag, and the TLVs in
  /// front of it must be rewritten.
  ///
  /// `isHeaderLost` is true if the page with the length was erased or holds a half-written header. No program can read
  /// a message on such a tag.
  case broken(isHeaderLost: Bool)
  /// The number of bytes from page 3 on that are required; always greater than the number supplied.
  case needsMore(Int)

  /// Detects damage.
  ///
  /// - Parameters:
  ///   - memory: the tag's bytes from the start of page 3, as far as they were read.
  ///   - front: the TLVs in front of the message on a factory-new tag of this kind; nil if the kind is unknown.
  /// - Returns: the damage; `none` also for a tag that is not formatted for NDEF.
  package static func find(in memory: [UInt8], front: [UInt8]?) -> Type2Damage {
    let area: Type2Area
    switch Type2Area.find(in: memory) {
    case .needsMore(let count): return .needsMore(count)
    case .unformatted: return .none
    case .area(let found): area = found
    }
    if case .message(let range) = area.state, !range.isEmpty {
      guard range.upperBound <= memory.count else { return .needsMore(range.upperBound) }
      if (try? NDEFMessage(parsing: Array(memory[range]))) != nil { return .none }
    }
    let start = Type2Memory.containerLength
    let end = start + 2 * Type2Memory.pageLength
    guard memory.count >= end else { return .needsMore(end) }
    let pages = (Array(memory[start..<start + 4]), Array(memory[start + 4..<end]))
    if let front, isHalf(front, pages) { return .broken(isHeaderLost: true) }
    guard area.state == .torn || area.hasUnknownBlocks else { return .none }
    return .broken(isHeaderLost: (front ?? []).isEmpty && isLostHeader(pages.0))
  }

  /// Returns true if one of the two pages of the front TLVs is correct and the other is not.
  private static func isHalf(_ front: [UInt8], _ pages: ([UInt8], [UInt8])) -> Bool {
    guard front.count > Type2Memory.pageLength else { return false }
    let first = front.prefix(Type2Memory.pageLength)
    let rest = front.dropFirst(Type2Memory.pageLength)
    if pages.0.elementsEqual(first) { return !pages.1.starts(with: rest) }
    // While the first page is rewritten over zeros, it holds a subset of its bits.
    let isPart = zip(pages.0, first).allSatisfy { $0 & ~$1 == 0 }
    return isPart && pages.1.starts(with: rest + [Type2Area.Block.message.rawValue])
  }

  /// Returns true if a page is all zeros, or has only bits of a message TLV's type in its first byte.
  private static func isLostHeader(_ page: [UInt8]) -> Bool {
    page[0] & ~Type2Area.Block.message.rawValue == 0 && page.dropFirst().allSatisfy { $0 == 0 }
  }
}

internal import NDEF
internal import ReaderProtocol

/// The repair of content that a torn write has damaged.
extension TagWriter {
  /// Returns the TLVs that the plan must write in front of the message, because a torn write has damaged them. Those
  /// that were known before the write began come first, then those of the tag's kind.
  ///
  /// - Parameters:
  ///   - content: the content as it was read.
  ///   - layout: the layout of the tag's kind; nil if it is unknown.
  /// - Returns: the TLVs; nil if those on the tag remain.
  /// - Throws: `end` if the damaged content is foreign and may not be replaced.
  func repairedFront(of content: Type2Content, _ layout: Type2Layout?) throws(Stop) -> [UInt8]? {
    if let known = progress.front { return known }
    guard content.isBroken else { return nil }
    guard mayReplace(content) else { throw .end(Self.foreignContent) }
    return layout?.front
  }

  /// Returns true if the order may replace the content: it began to, it is allowed to, or the content is not foreign.
  func mayReplace(_ content: Type2Content) -> Bool {
    progress.hasBegun || order.overwrite || content.owner != .foreign
  }
}

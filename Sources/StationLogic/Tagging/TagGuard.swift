package import Deadwax

/// The reasons against writing or binding a tag, as far as the records show them. The reader detects those that only
/// the tag itself shows.
package struct TagGuard: Hashable, Sendable {
  /// The reasons that no one can override; the first is the most important.
  package var refusals: [Outcome.Code] = []
  /// The prompts that need a yes first, in their order.
  package var questions: [Outcome.Code] = []

  package init() {}

  /// All reasons, the refusals first.
  package var all: [Outcome.Code] { refusals + questions }

  /// Collects the reasons against writing a copy's code to a tag and binding it.
  ///
  /// - Parameters:
  ///   - copy: the copy to bind the tag to.
  ///   - tag: the tag.
  ///   - others: the copy's tags.
  ///   - present: the number of tags on that reader.
  /// - Returns: all reasons, so that they can be reported at once.
  package static func writing(_ copy: Copy, _ tag: BindingCandidate, others: [TagID], present: Int) -> TagGuard {
    var found = TagGuard()
    if tag.uid?.isRandom ?? true { found.refusals.append(.tagRandomUID) }
    found.refusals += twoTags(present: present) + ofMemory(tag)
    if tag.isTooSmall { found.refusals.append(.tagTooSmall) }
    if tag.tag?.isSuspect ?? false { found.refusals.append(.tagSuspect) }
    if tag.openJob != nil { found.refusals.append(.tagBusy) }
    if let target = tag.names, target != .copy(copy.id) { found.questions.append(.tagBound) }
    if isForeign(tag, to: copy) { found.questions.append(.tagForeignContent) }
    // A tag of the copy may be rewritten without a prompt about its other tags.
    if tag.bound != .copy(copy.id), others.contains(where: { $0 != tag.uid && $0.reversed != tag.uid }) {
      found.questions.append(.copyHasTag)
    }
    return found
  }

  /// Collects the reasons against binding a tag or a label to a copy without writing.
  package static func binding(_ copy: Copy, _ code: BindingCandidate, others: [TagID], present: Int) -> TagGuard {
    var found = TagGuard()
    if let uid = code.uid {
      if uid.isRandom { found.refusals.append(.tagRandomUID) }
      found.refusals += twoTags(present: present)
      if code.openJob != nil { found.refusals.append(.tagBusy) }
      // Such a binding would contradict the content at every tap.
      if let written = code.written, written != .copy(copy.id) { found.refusals.append(.tagContentMismatch) }
    }
    if let bound = code.bound, bound != .copy(copy.id) { found.questions.append(.tagBound) }
    if code.uid != nil, others.contains(where: { $0 != code.uid && $0.reversed != code.uid }) {
      found.questions.append(.copyHasTag)
    }
    return found
  }

  /// Collects the reasons against any change of a tag's content.
  package static func ofMemory(_ tag: BindingCandidate) -> [Outcome.Code] {
    guard tag.uid?.scheme.takesOrders ?? true else { return [.tagType] }
    return switch tag.tag?.access {
    case .unsupported: [.tagType]
    case .locked: [.tagLocked]
    case .sealed: tag.canBeOpened ? [] : [.tagPassword]
    case .writable, nil: []
    }
  }

  /// True for content of another application, or a code in Deadwax form that this library does not have: another
  /// library's tag.
  private static func isForeign(_ tag: BindingCandidate, to copy: Copy) -> Bool {
    guard let known = tag.tag else { return false }
    if known.content == .foreign { return true }
    guard let code = known.code, code != copy.code else { return false }
    return tag.written == nil
  }
}

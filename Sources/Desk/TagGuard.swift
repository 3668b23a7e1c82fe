package import Deadwax

/// What stands in the way of writing or binding a tag, as far as the records can tell. What only the tag itself can tell
/// is the reader's to find out.
package struct TagGuard: Hashable, Sendable {
  /// Why it cannot be, whatever anybody says; the first is the weightiest.
  package var refusals: [Outcome.Code] = []
  /// What a person has to say yes to first, in the order in which it is asked.
  package var questions: [Outcome.Code] = []

  package init() {}

  /// All of them, the refusals first.
  package var all: [Outcome.Code] { refusals + questions }

  /// What stands in the way of writing a copy's code to a tag and binding it.
  ///
  /// - Parameters:
  ///   - copy: whose tag it is to become.
  ///   - tag: the tag at hand.
  ///   - others: the copy's tags.
  ///   - present: how many tags lie on that reader.
  /// - Returns: everything that stands in the way, so that it can be told at once.
  package static func writing(_ copy: Copy, _ tag: CodeAtHand, others: [TagUID], present: Int) -> TagGuard {
    var found = TagGuard()
    if tag.uid?.isRandom ?? true { found.refusals.append(.tagRandomUID) }
    if present > 1 { found.refusals.append(.twoTags) }
    found.refusals += ofMemory(tag)
    if tag.isTooSmall { found.refusals.append(.tagTooSmall) }
    if tag.tag?.isSuspect ?? false { found.refusals.append(.tagSuspect) }
    if tag.openJob != nil { found.refusals.append(.tagBusy) }
    if let target = tag.names, target != .copy(copy.id) { found.questions.append(.tagBound) }
    if isForeign(tag, to: copy) { found.questions.append(.tagForeignContent) }
    // One of its tags may be written anew without a word about the others.
    if tag.bound != .copy(copy.id), others.contains(where: { $0 != tag.uid && $0.reversed != tag.uid }) {
      found.questions.append(.copyHasTag)
    }
    return found
  }

  /// What stands in the way of binding a tag or a label to a copy without writing.
  package static func binding(_ copy: Copy, _ code: CodeAtHand, others: [TagUID], present: Int) -> TagGuard {
    var found = TagGuard()
    if let uid = code.uid {
      if uid.isRandom { found.refusals.append(.tagRandomUID) }
      if present > 1 { found.refusals.append(.twoTags) }
      if code.openJob != nil { found.refusals.append(.tagBusy) }
      // Bound like this it would contradict itself at every tap.
      if let written = code.written, written != .copy(copy.id) { found.refusals.append(.tagContentMismatch) }
    }
    if let bound = code.bound, bound != .copy(copy.id) { found.questions.append(.tagBound) }
    if code.uid != nil, others.contains(where: { $0 != code.uid && $0.reversed != code.uid }) {
      found.questions.append(.copyHasTag)
    }
    return found
  }

  /// What stands in the way of changing what is on a tag, whatever it is to be.
  package static func ofMemory(_ tag: CodeAtHand) -> [Outcome.Code] {
    switch tag.tag?.access {
    case .unsupported: [.tagType]
    case .locked: [.tagLocked]
    case .sealed: tag.canBeOpened ? [] : [.tagPassword]
    case .writable, nil: []
    }
  }

  /// Somebody else's content, or a code in our form that this library does not have: another library's tag.
  private static func isForeign(_ tag: CodeAtHand, to copy: Copy) -> Bool {
    guard let known = tag.tag else { return false }
    if known.content == .foreign { return true }
    guard let code = known.code, code != copy.code else { return false }
    return tag.written == nil
  }
}

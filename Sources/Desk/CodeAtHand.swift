package import Deadwax

/// A tag or a label that is to name a copy, as the records know it.
package struct CodeAtHand: Hashable, Codable, Sendable {
  package var key: Code.Key
  /// What it names now; for a tag by its number alone.
  package var bound: CodeTarget?
  /// The row of that binding.
  package var binding: Int64?
  /// What the code names that is written on a tag.
  package var written: CodeTarget?
  /// The tag itself, if one like it was ever seen.
  package var tag: Tag?
  /// Whether we have the password of a tag that asks for one.
  package var canBeOpened: Bool
  /// Whether the copy's code has no room on the tag, not even in its short form.
  package var isTooSmall: Bool
  /// What is still to be done on the tag.
  package var openJob: TagJob?

  package init(
    key: Code.Key, bound: CodeTarget? = nil, binding: Int64? = nil, written: CodeTarget? = nil, tag: Tag? = nil,
    canBeOpened: Bool = false, isTooSmall: Bool = false, openJob: TagJob? = nil
  ) {
    self.key = key
    self.bound = bound
    self.binding = binding
    self.written = written
    self.tag = tag
    self.canBeOpened = canBeOpened
    self.isTooSmall = isTooSmall
    self.openJob = openJob
  }

  package var uid: TagUID? { key.uid }

  /// What it is the code of: by its own binding, else by what is written on it.
  package var names: CodeTarget? { bound ?? written }
}

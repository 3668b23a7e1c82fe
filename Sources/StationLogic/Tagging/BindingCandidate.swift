package import Deadwax

/// A tag or label that is to be bound to a copy, with the facts in the records.
package struct BindingCandidate: Hashable, Codable, Sendable {
  package var key: Code.Key
  /// The record it is bound to now; for a tag, by its UID alone.
  package var bound: CodeTarget?
  /// The database row of that binding.
  package var binding: Int64?
  /// The record of the code that is written on a tag.
  package var written: CodeTarget?
  /// The tag's own record, if a tag with this UID was ever seen.
  package var tag: Tag?
  /// True if the password of a protected tag is known.
  package var canBeOpened: Bool
  /// True if the copy's code does not fit on the tag, not even in its short form.
  package var isTooSmall: Bool
  /// The unfinished job for the tag.
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

  package var uid: TagID? { key.uid }

  /// The record it belongs to: by its own binding, otherwise by the code written on it.
  package var names: CodeTarget? { bound ?? written }
}

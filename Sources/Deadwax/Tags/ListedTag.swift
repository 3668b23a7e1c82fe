/// A tag in the list of all tags: one that was seen, or one that is bound but was never seen.
package struct ListedTag: Hashable, Sendable {
  package var uid: TagID
  /// The time at which the tag was first seen. For one that was never seen, the time at which it was bound.
  package var since: Timestamp
  /// The stored tag, nil for one that was never seen.
  package var tag: Tag?

  package init(uid: TagID, since: Timestamp, tag: Tag?) {
    self.uid = uid
    self.since = since
    self.tag = tag
  }
}

package import Deadwax

/// The position in the list of tags after which a page begins.
package struct TagPosition: Hashable, Sendable {
  package var since: Timestamp
  package var uid: String

  package init(since: Timestamp, uid: String) {
    self.since = since
    self.uid = uid
  }
}

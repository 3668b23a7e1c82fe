package import Deadwax
internal import Storage

/// A tag with the record that it is bound to.
package struct TagView: Hashable, Sendable {
  package var listed: ListedTag
  package var bound: TagTargetView?
  /// True if the tag is or ever was a card: then its UID is for staff only.
  package var isCard = false

  /// The version of the binding, which `TagService.bind` and `unbind` compare; 0 for a tag that is not bound.
  package var version: Int { bound?.version ?? 0 }

  /// Returns the view of a tag without a record of its own and without a binding, for example an imported one that was
  /// unbound.
  package static func withoutRecord(_ uid: TagID) -> TagView {
    TagView(listed: ListedTag(uid: uid, since: .now(), tag: nil), bound: nil)
  }
}

package import Deadwax

/// An item of the inbox, with the records that it was assigned to.
package struct InboxView: Hashable, Sendable {
  package var item: InboxItem
  package var copy: Copy?
  package var release: Release?
}

package import Deadwax

/// The copies that need tags: exactly one of `copies`, `place` and `untagged`.
package struct TagQueueRequest: Codable, Sendable {
  /// These copies, in this order.
  package var copies: [Copy.ID]?
  /// Every copy without a tag in this place or below it.
  package var place: Place.ID?
  /// `true` for every copy without a tag.
  package var untagged: Bool?
  /// True to seal each tag.
  package var seal: Bool?

  /// Creates a request with the members that a function sets.
  package init(_ set: (inout TagQueueRequest) -> Void) { set(&self) }
}

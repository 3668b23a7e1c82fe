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

  package init(copies: [Copy.ID]? = nil, place: Place.ID? = nil, untagged: Bool? = nil, seal: Bool? = nil) {
    self.copies = copies
    self.place = place
    self.untagged = untagged
    self.seal = seal
  }
}

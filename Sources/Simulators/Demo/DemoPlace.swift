package import Deadwax

/// A place of the demo with its slots.
package struct DemoPlace: Hashable, Sendable {
  /// The name by which the file refers to the place.
  package let key: String
  package let kind: Place.Kind
  package let name: String
  /// The key of the place that contains it.
  package let parent: String?
  package let code: OwnCode
  /// The slots in the order of their numbers.
  package let slots: [DemoSlot]
}

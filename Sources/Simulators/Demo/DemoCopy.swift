package import Deadwax

package struct DemoCopy: Hashable, Sendable {
  package let code: OwnCode
  /// True if the code is written on the tag. Otherwise the library knows the tag only by its UID.
  package let isWritten: Bool
  /// The key of the place to which the copy belongs.
  package let place: String?
  package let slot: Int?
}

internal import Deadwax

/// A command that searches for cards and may have to wait for one.
struct CardSearch: Sendable {
  enum Form: Sendable {
    /// InListPassiveTarget: up to `limit` cards, or the one with this UID.
    case list(limit: Int, uid: TagID?)
    /// InAutoPoll for cards of these types.
    case poll(types: Set<UInt8>)
    /// A search for kinds of cards that are never present.
    case nothing
  }

  let form: Form
  /// The maximum duration; nil to wait without a limit.
  let limit: Duration?
  /// The time between two attempts; nil for no pause.
  var interval: Duration?
}

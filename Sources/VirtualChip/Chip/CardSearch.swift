internal import Deadwax

/// A command that looks for cards and may have to wait for one.
struct CardSearch: Sendable {
  enum Form: Sendable {
    /// InListPassiveTarget: up to so many cards, or the one with this number.
    case list(limit: Int, uid: TagUID?)
    /// InAutoPoll, for cards of these types.
    case poll(types: Set<UInt8>)
    /// Cards of kinds that are never here.
    case nothing
  }

  let form: Form
  /// Nil waits for ever.
  let limit: Duration?
  /// Between two looks; nil for as often as can be.
  var interval: Duration?
}

/// The behaviour of a page that was written too often, or that cannot be programmed at the card's position.
package enum PageWear: String, CaseIterable, Sendable {
  /// The write is acknowledged, but the old bytes remain.
  case keeps
  /// The write is acknowledged, but the page holds other bytes than those written.
  case garbles
  /// The card answers that the write failed.
  case refuses
  /// There is no answer and the old bytes remain, as in a field strong enough for reading but too weak for programming.
  case mute
}

package import Deadwax

/// Something that happens at a desk.
package enum DeskEvent: Hashable, Codable, Sendable {
  /// A reading came in; the world tells what it names.
  case reading
  /// Time has passed.
  case timer
  /// A person chose a mode on the screen.
  case choose(Mode)
  /// A person ended what was open, on the screen.
  case end
  /// A person answered the desk's question on the screen; the world tells what it is about. With the reason of a member
  /// of staff where one is needed.
  case answer(Bool, reason: String?)
  /// A person picked one of the numbered choices on the screen, from 1.
  case pick(Int)
  /// A PIN was typed, and was right or wrong.
  case pin(isRight: Bool)
  /// A person took back the desk's last change, on the screen.
  case undo
  case renewAll
  /// A device or the database failed so that nothing can be scanned, or is back: nil.
  case fault(String?)
}

package import Deadwax

/// What the house decided about one desk.
package struct StationPolicy: Hashable, Codable, Sendable {
  /// The mode in which it stands, and to which it goes back by itself.
  package var home: Mode
  /// The modes that can be chosen at it; empty for all.
  package var modes: [Mode]
  /// Whether borrowers serve themselves: no names of others, and what needs a person is refused.
  package var isSelfService: Bool
  /// Whether a session needs the borrower's PIN, where the borrower has one.
  package var asksPIN: Bool
  /// Whether in mode auto a copy that is out comes back when it is held up.
  package var returnsInAuto: Bool
  /// Whether of several equal copies the first is lent.
  package var takesAnyCopy: Bool
  /// An ISO 639 code: en, de or fr.
  package var language: String
  package var isQuiet: Bool
  /// Whether outcomes are spoken.
  package var speaks: Bool
  /// none, screen or print.
  package var receipt: String

  package init(
    home: Mode = .lookup, modes: [Mode] = [], isSelfService: Bool = false, asksPIN: Bool = false,
    returnsInAuto: Bool = true, takesAnyCopy: Bool = false, language: String = "en", isQuiet: Bool = false,
    speaks: Bool = false, receipt: String = "screen"
  ) {
    self.home = home
    self.modes = modes
    self.isSelfService = isSelfService
    self.asksPIN = asksPIN
    self.returnsInAuto = returnsInAuto
    self.takesAnyCopy = takesAnyCopy
    self.language = language
    self.isQuiet = isQuiet
    self.speaks = speaks
    self.receipt = receipt
  }

  package func allows(_ mode: Mode) -> Bool { modes.isEmpty || modes.contains(mode) }
}

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

  /// What is not there has its default, so that a policy that was kept before there was more to decide can be read.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init()
    home = try container.decodeIfPresent(Mode.self, forKey: .home) ?? home
    modes = try container.decodeIfPresent([Mode].self, forKey: .modes) ?? modes
    isSelfService = try container.decodeIfPresent(Bool.self, forKey: .isSelfService) ?? isSelfService
    asksPIN = try container.decodeIfPresent(Bool.self, forKey: .asksPIN) ?? asksPIN
    returnsInAuto = try container.decodeIfPresent(Bool.self, forKey: .returnsInAuto) ?? returnsInAuto
    takesAnyCopy = try container.decodeIfPresent(Bool.self, forKey: .takesAnyCopy) ?? takesAnyCopy
    language = try container.decodeIfPresent(String.self, forKey: .language) ?? language
    isQuiet = try container.decodeIfPresent(Bool.self, forKey: .isQuiet) ?? isQuiet
    speaks = try container.decodeIfPresent(Bool.self, forKey: .speaks) ?? speaks
    receipt = try container.decodeIfPresent(String.self, forKey: .receipt) ?? receipt
  }

  package func allows(_ mode: Mode) -> Bool { modes.isEmpty || modes.contains(mode) }
}

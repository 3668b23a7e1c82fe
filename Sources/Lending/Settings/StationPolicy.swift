package import Deadwax

/// The settings of one station.
package struct StationPolicy: Hashable, Codable, Sendable {
  /// The home mode, to which the station reverts by itself.
  package var home: Mode
  /// The modes that can be selected at the station; empty for all.
  package var modes: [Mode]
  /// True for self-service: the station shows no names of other borrowers, and refuses everything that needs staff.
  package var isSelfService: Bool
  /// True if a session requires the borrower's PIN, if the borrower has one.
  package var asksPIN: Bool
  /// True if a scan of a copy on loan checks it in, in mode auto.
  package var returnsInAuto: Bool
  /// True if the first of several equal copies is lent.
  package var takesAnyCopy: Bool
  /// An ISO 639 code: en, de or fr.
  package var language: String
  package var isQuiet: Bool
  /// True if outcomes are spoken.
  package var speaks: Bool
  /// none, screen or print.
  package var receipt: String
  /// The collection that the station scans for, when it looks up a barcode.
  package var scanTarget: ScanTarget
  /// True if a copy whose tag lies on a reader of the station plays until it is lifted.
  package var playsByPresence: Bool
  /// True if a free slot is offered after a return to a disabled one.
  package var offersPutAway: Bool

  package init(
    home: Mode = .lookup, modes: [Mode] = [], isSelfService: Bool = false, asksPIN: Bool = false,
    returnsInAuto: Bool = true, takesAnyCopy: Bool = false, language: String = "en", isQuiet: Bool = false,
    speaks: Bool = false, receipt: String = "screen", scanTarget: ScanTarget = .any,
    playsByPresence: Bool = false, offersPutAway: Bool = false
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
    self.scanTarget = scanTarget
    self.playsByPresence = playsByPresence
    self.offersPutAway = offersPutAway
  }

  /// Decodes a policy. An absent field gets its default, so that policies stored by older versions can be read.
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
    scanTarget = try container.decodeIfPresent(ScanTarget.self, forKey: .scanTarget) ?? scanTarget
    playsByPresence = try container.decodeIfPresent(Bool.self, forKey: .playsByPresence) ?? playsByPresence
    offersPutAway = try container.decodeIfPresent(Bool.self, forKey: .offersPutAway) ?? offersPutAway
  }

  package func allows(_ mode: Mode) -> Bool { modes.isEmpty || modes.contains(mode) }
}

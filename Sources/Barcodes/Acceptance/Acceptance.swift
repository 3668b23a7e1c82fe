/// Which readings are to be believed.
///
/// None is believed for the number of lines that said so: moiré and running ink make the same wrong reading on twenty
/// lines (0 023942 431015 comes out as 9 074932 437075). What counts is by how much the brightness speaks for the
/// reading and against every other.
enum Acceptance {
  /// The odds that are asked for, in nats. A code of twelve signs and a check has some 600 rivals that differ in two
  /// signs and have the right check (6.4 nats); one wrong reading in a thousand among what passes nothing else (6.9).
  static let natsNeeded: Float = 13
  /// From so much on a line counts as a hint.
  static let hintLeast = natsNeeded / 2
  /// What the hints of several lines must make up together: twice the odds, for what lines have in common (the light,
  /// the ink) they do not say twice.
  static let hintsNeeded = 2 * natsNeeded
  /// A code of which less than this is explained by its bars is something else, whatever the odds among codes.
  static let fitNeeded: Float = 0.5

  /// By how much the likeliest rival is behind, in nats.
  ///
  /// With a check one wrong sign gives itself away, so a rival differs in two signs at least; without one, in the
  /// weakest.
  static func margin(_ evidence: Evidence, hasCheck: Bool) -> Float {
    hasCheck ? evidence.weakest + evidence.second : evidence.weakest
  }

  /// Whether a reading is believed.
  static func isBelieved(_ evidence: Evidence, hasCheck: Bool) -> Bool {
    evidence.fit >= fitNeeded && margin(evidence, hasCheck: hasCheck) >= natsNeeded
      && evidence.weakest >= -natsNeeded / 2
  }

  /// Whether the likeliest digits, looked for among all at some hundred places (4.6 nats), are believed. What was looked
  /// for explains more by chance than what was read first and compared then.
  static func isBelieved(matched evidence: Evidence) -> Bool {
    evidence.fit >= 0.6 && margin(evidence, hasCheck: true) >= natsNeeded + 4.6 && evidence.weakest >= 0
  }

  /// Whether a reading that is not believed may be for nothing but a bad alignment.
  static func isWorthAnotherLook(_ evidence: Evidence) -> Bool { evidence.fit > 0.35 }
}

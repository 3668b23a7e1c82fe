/// Rules that decide which readings are accepted.
///
/// The number of agreeing lines is no proof: moiré and running ink produce the same wrong reading on twenty lines (0
/// 023942 431015 is read as 9 074932 437075). The decision depends on how strongly the brightness supports the reading
/// against every other one.
enum Acceptance {
  /// The required evidence, in nats. A code of twelve characters and a check has some 600 rivals that differ in two
  /// characters and have a valid check (6.4 nats); one wrong reading in a thousand among those that get this far (6.9).
  static let natsNeeded: Float = 13
  /// A line with at least this evidence counts as a hint.
  static let hintLeast = natsNeeded / 2
  /// The evidence that the hints of several lines must add up to. It is twice the evidence for one line, because lines
  /// share their light and their ink.
  static let hintsNeeded = 2 * natsNeeded
  /// A code of which less than this is explained by its bars is something else, whatever the odds among codes.
  static let fitNeeded: Float = 0.5

  /// The share of the lines that must have the read sign in each cell: a mark makes a cell look like another sign by
  /// chance, and on few lines. With a check two cells must be wrong, so one may have less; but not none, for what takes
  /// a cell's sign away takes the check away with it.
  private static let shareOfOne: Float = 0.4
  private static let shareNeeded: (checked: Float, unchecked: Float) = (0.65, 0.75)
  /// The same of all lines, those on which a cell's sign is not clear among them; of codes with few cells more.
  private static let partNeeded: (long: Float, short: Float) = (0.3, 0.5)
  /// So many lines must show the code: what a single one shows may be damage.
  private static let linesNeeded = 3
  /// The part of the lines that may show another sign where nothing checks which of the two is printed.
  private static let dissentMost: Float = 0.25
  /// The part of the lines that may show, together, another code that is as good, and the part that may show other
  /// signs than those of the reading in two cells: a reading that two codes are printed for is neither.
  private static let (rivalsMost, doubtMost): (Float, Float) = (0.06, 0.15)

  /// The judgement of all lines of a place about a reading that some of them proved.
  enum Verdict {
    case upheld
    /// Another look may uphold it.
    case open
    case refuted
  }

  /// Judges a reading by all lines.
  ///
  /// - Parameters:
  ///   - ballot: the votes of the lines.
  ///   - hasCheck: true if a check makes a single wrong character impossible.
  ///   - lines: the number of lines.
  /// - Returns: the judgement.
  static func verdict(_ ballot: Ballot, hasCheck: Bool, ofLines lines: Int) -> Verdict {
    let all = Float(ballot.lines)
    if hasCheck, Float(ballot.dissenting) > rivalsMost * all { return .refuted }
    if hasCheck, ballot.contradicting > 0 { return .open }
    guard ballot.lines >= min(linesNeeded, lines), ballot.upholding > 0,
      ballot.leastShare >= (hasCheck ? shareOfOne : shareNeeded.unchecked),
      ballot.secondShare >= (hasCheck ? shareNeeded.checked : shareNeeded.unchecked),
      ballot.secondPart >= (ballot.isShort && hasCheck ? partNeeded.short : partNeeded.long)
    else { return .open }
    guard hasCheck else {
      return max(ballot.rivalLines, Float(ballot.dissenting)) <= dissentMost * all ? .upheld : .open
    }
    return ballot.rivalLines <= rivalsMost * all && Float(ballot.doubting) <= doubtMost * all ? .upheld : .open
  }

  /// Returns by how much the likeliest rival is behind, in nats.
  ///
  /// With a check, one wrong character is detected, so a rival differs in at least two characters. Without one, the
  /// weakest cell counts.
  static func margin(_ evidence: Evidence, hasCheck: Bool) -> Float {
    hasCheck ? evidence.weakest + evidence.second : evidence.weakest
  }

  /// Returns true if a reading is accepted.
  static func isBelieved(_ evidence: Evidence, hasCheck: Bool) -> Bool {
    evidence.fit >= fitNeeded && margin(evidence, hasCheck: hasCheck) >= natsNeeded
      && evidence.weakest >= -natsNeeded / 2
  }

  /// Returns true if the likeliest digits of a search over some hundred places (4.6 nats) are accepted. A search result
  /// explains more by chance than a reading that is compared afterwards. At least half of the lines must show the code.
  static func isBelieved(matched evidence: Evidence) -> Bool {
    evidence.fit >= 0.6 && margin(evidence, hasCheck: true) >= natsNeeded + 4.6 && evidence.weakest >= 0
  }

  /// Returns true if a reading that is not accepted may suffer only from a bad alignment.
  static func isWorthAnotherLook(_ evidence: Evidence) -> Bool { evidence.fit > 0.35 }
}

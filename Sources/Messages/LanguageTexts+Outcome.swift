package import Deadwax

extension LanguageTexts {
  /// Returns the title of an outcome, one or two words that the screen shows in the largest type.
  package func title(of outcome: Outcome) -> String {
    if outcome.code == .modeChanged { return title(of: outcome.mode) }
    return texts(of: outcome, "title")
  }

  /// Returns a description of an outcome and the next step, in one or two sentences.
  package func detail(of outcome: Outcome) -> String {
    if outcome.code == .found, outcome.location == nil, outcome.copy == nil {
      return text("outcome.found.detail.release")
    }
    return texts(of: outcome, "detail")
  }

  /// Describes one of the reasons or notes of an outcome with the facts of that outcome.
  ///
  /// - Parameters:
  ///   - reason: the code of the reason.
  ///   - outcome: the outcome with this reason.
  /// - Returns: the title and the detail.
  package func texts(_ reason: Outcome.Code, of outcome: Outcome) -> (title: String, detail: String) {
    var reported = outcome
    reported.code = reason
    return (title(of: reported), detail(of: reported))
  }

  package func title(of mode: Mode) -> String { text("mode.\(mode.rawValue).title") }

  /// Returns the most specific text for an outcome: for a question, for its word, for its mode, or for any case.
  private func texts(of outcome: Outcome, _ part: String) -> String {
    let key = "outcome.\(outcome.code.rawValue).\(part)"
    var suffixes: [String] = []
    if outcome.facts.isQuestion { suffixes.append("question") }
    // A copy for the pick-up shelf is not put away.
    if outcome.facts.notes.contains(.holdWaiting) { suffixes.append("held") }
    // So is one that is in its place already, and one whose slot takes no copy.
    if outcome.facts.notes.contains(.returned) { suffixes.append("noted") }
    if outcome.facts.notes.contains(.shelved) { suffixes.append("shelved") }
    if outcome.facts.notes.contains(.slotDisabled) { suffixes.append("disabled") }
    if let left = outcome.facts.left, left > 0 { suffixes.append("some") }
    if outcome.facts.nextSlot != nil { suffixes.append("next") }
    if let word = outcome.facts.word { suffixes.append(word) }
    if outcome.copy != nil { suffixes.append("\(outcome.mode.rawValue).copy") }
    suffixes.append(outcome.mode.rawValue)
    let special = suffixes.lazy.map { "\(key).\($0)" }.first { has($0) }
    return text(special ?? key, values(of: outcome))
  }

  private func values(of outcome: Outcome) -> [String: String] {
    let facts = outcome.facts
    var values: [String: String] = [:]
    values["due"] = outcome.dueAt.map(day)
    values["place"] = outcome.location.map(place)
    values["count"] = facts.count.map(String.init)
    values["left"] = facts.left.map(String.init)
    values["parts"] = facts.parts.map(String.init)
    values["partsBack"] = facts.partsBack.map(String.init)
    values["days"] = facts.overdueDays.map(String.init)
    values["renewals"] = facts.renewals.map(String.init)
    values["limit"] = (facts.renewalLimit ?? (outcome.code == .limit ? facts.count : nil)).map(String.init)
    values["fee"] = facts.fee.map(money)
    values["from"] = facts.from.map(place)
    values["next"] = facts.nextSlot.map(String.init)
    values["slots"] = facts.skippedSlots
    values["word"] = word(of: outcome)
    return values
  }

  /// Returns the readable form of an outcome's short word.
  private func word(of outcome: Outcome) -> String? {
    guard let word = outcome.facts.word else { return outcome.code == .dropDate ? outcome.dueAt.map(day) : nil }
    let key = "change.\(word)"
    if outcome.code == .changedSince, has(key) { return text(key) }
    if outcome.code == .dropDate, let date = Self.date(word) { return day(date) }
    return word
  }

  /// Parses a day such as `2026-12-04`.
  private static func date(_ text: String) -> CivilDate? {
    let parts = text.split(separator: "-").compactMap { Int($0) }
    return parts.count == 3 ? CivilDate(year: parts[0], month: parts[1], day: parts[2]) : nil
  }
}

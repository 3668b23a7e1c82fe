internal import Deadwax
internal import Messages
internal import Scanning
internal import Wire

extension JSONWriter {
  /// Writes an outcome with its records. It contains no names of people.
  ///
  /// - Parameters:
  ///   - outcome: the outcome.
  ///   - release: the current record of its release.
  ///   - copy: the current record of its copy.
  ///   - choices: the current records of the copies among its choices.
  ///   - lines: the loans that the outcome lists, for callers that operate a station. Together they reveal one
  ///     borrower's loans.
  ///   - texts: the title and detail, if they are already known.
  ///   - words: the texts in the language of the station.
  mutating func outcome(
    _ outcome: Outcome, release: Release? = nil, copy: Copy? = nil, choices: [Copy] = [], lines: [OutcomeLine] = [],
    texts: OutcomeTexts.Texts? = nil, _ words: LanguageTexts
  ) {
    let facts = outcome.facts
    object { json in
      json.member("status", outcome.status.rawValue)
      json.member("code", outcome.code.rawValue)
      json.member("title", texts?.title ?? words.title(of: outcome))
      json.member("detail", texts?.detail ?? words.detail(of: outcome))
      json.member("mode", outcome.mode.rawValue)
      if let release {
        json.key("release")
        json.brief(release)
      }
      if let copy {
        json.key("copy")
        json.value(CopySummary(copy))
      }
      json.member("slot", outcome.location?.text)
      json.member("dueAt", outcome.dueAt)
      json.reasons("reasons", facts.reasons, of: outcome, words)
      json.reasons("notes", facts.notes, of: outcome, words)
      if facts.isQuestion { json.member("isQuestion", true) }
      if facts.needsStaff { json.member("needsStaff", true) }
      json.member("parts", facts.parts)
      json.member("partsBack", facts.partsBack)
      json.member("overdueDays", facts.overdueDays)
      json.member("renewals", facts.renewals)
      json.member("renewalLimit", facts.renewalLimit)
      json.member("count", facts.count)
      json.member("left", facts.left)
      json.member("fee", facts.fee)
      json.member("word", facts.word)
      json.member("inBatch", facts.inBatch)
      json.member("lastPlayedAt", facts.lastPlayedAt)
      json.member("lastLentAt", facts.lastLentAt)
      if let show = facts.show {
        json.key("show")
        json.value(show)
      }
      json.member("from", facts.from?.text)
      json.member("nextSlot", facts.nextSlot)
      json.member("skippedSlots", facts.skippedSlots)
      json.loans(lines, of: outcome, words)
      guard !outcome.choices.isEmpty else { return }
      json.key("choices")
      json.array(outcome.choices.enumerated()) { json, choice in
        json.object { json in
          json.member("number", choice.offset + 1)
          json.member("kind", choice.element.kind)
          if let id = choice.element.copy, let copy = choices.first(where: { $0.id == id }) {
            json.key("copy")
            json.value(CopySummary(copy))
          }
        }
      }
    }
  }

  private mutating func loans(_ lines: [OutcomeLine], of outcome: Outcome, _ words: LanguageTexts) {
    guard !lines.isEmpty else { return }
    key("loans")
    array(lines) { json, line in
      json.object { json in
        json.key("release")
        json.brief(line.release)
        json.key("copy")
        json.value(CopySummary(line.copy))
        json.member("dueAt", line.line.dueAt)
        var ofLine = outcome
        ofLine.dueAt = line.line.dueAt
        json.reasons("reasons", line.line.reasons, of: ofLine, words)
      }
    }
  }
}

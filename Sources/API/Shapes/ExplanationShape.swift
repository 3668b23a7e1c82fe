internal import Circulation
internal import Deadwax
internal import Messages

extension JSONWriter {
  /// Writes the explanation of a scan's outcome.
  ///
  /// - Parameters:
  ///   - story: the explanation from the recording.
  ///   - isStaff: true to include the author of the change.
  ///   - words: the texts, from which those in the language of the station are used.
  mutating func explanation(_ story: Explanation, isStaff: Bool, _ words: Messages) {
    let texts = words.words(in: story.scan.language)
    object { json in
      json.key("scan")
      json.scan(story.scan, words)
      json.key("input")
      json.object { json in
        json.member("class", story.input.codeClass)
        json.member("text", story.input.text)
        json.member("symbology", story.input.symbology.rawValue)
        json.member("reader", story.input.reader)
        json.member("fault", story.input.fault)
        json.key("beside")
        json.array(story.input.beside) { $0.target($1, title: nil) }
        json.member("isClockRight", story.input.isClockRight)
      }
      json.key("candidates")
      json.array(story.candidates) { json, candidate in
        json.object { json in
          json.members(of: candidate.target, title: candidate.title)
          json.member("isTaken", candidate.isTaken)
          json.member("because", candidate.because)
        }
      }
      json.member("rule", story.rule)
      json.member("sentence", story.sentence(in: texts))
      json.key("before")
      json.recordedState(story.before)
      json.key("after")
      json.recordedState(story.after)
      json.key("changes")
      json.array([story.change].compactMap(\.self)) { $0.change($1, isStaff: isStaff) }
      json.key("rows")
      json.array(story.differences) { $0.difference($1) }
    }
  }

  /// Writes the state of a station without personal data: that there was a session, but not the borrower.
  private mutating func recordedState(_ state: StationState) {
    object { json in
      json.member("mode", state.mode.rawValue)
      json.member("state", state.stageName)
      json.member("hasSession", state.session != nil)
      json.member("hasStaff", state.staff != nil)
      json.member("returns", state.batch?.count)
    }
  }

  private mutating func target(_ target: CodeTarget, title: String?) { object { $0.members(of: target, title: title) } }

  /// Writes the record that a code belongs to. The borrower of a card is not revealed.
  private mutating func members(of target: CodeTarget, title: String?) {
    member("kind", target.kind)
    if case .borrower = target {} else { member("id", target.id) }
    member("title", title)
  }
}

extension Explanation {
  /// Returns the outcome as text: its title, its detail and the rule that led to it.
  fileprivate func sentence(in words: LanguageTexts) -> String {
    let outcome = scan.scan.outcome
    let texts = [words.title(of: outcome), words.detail(of: outcome)].filter { !$0.isEmpty }.joined(separator: ". ")
    let key = "rule.\(rule)"
    let why = words.text(key)
    return why == key ? texts : "\(texts) \(why)"
  }
}

internal import Deadwax
internal import History
internal import Messages
internal import Scanning
internal import Wire

extension ExplanationResource {
  /// - Parameters:
  ///   - story: the explanation from the recording.
  ///   - isStaff: true to include the author of the change.
  ///   - words: the texts, from which those in the language of the station are used.
  init(_ story: Explanation, isStaff: Bool, _ words: Messages) {
    let input = story.input
    self.init(
      scan: ScanResource(story.scan, isWhole: false, words),
      input: Input(
        class: input.codeClass, text: input.text, symbology: input.symbology.rawValue, reader: input.reader,
        fault: input.fault, beside: input.beside.map { ResolutionCandidate($0, title: nil) },
        isClockRight: input.isClockRight),
      candidates: story.candidates.map { candidate in
        var shown = ResolutionCandidate(candidate.target, title: candidate.title)
        shown.isTaken = candidate.isTaken
        shown.because = candidate.because
        return shown
      }, rule: story.rule, sentence: story.sentence(in: words.words(in: story.scan.language)),
      before: RecordedStationState(story.before), after: RecordedStationState(story.after),
      changes: [story.change].compactMap(\.self).map { ChangeResource($0, isStaff: isStaff) },
      rows: story.differences.map { RowChange($0) })
  }
}

extension ResolutionCandidate {
  /// Creates the record that a code belongs to. The borrower of a card is not revealed.
  fileprivate init(_ target: CodeTarget, title: String?) {
    let isBorrower = if case .borrower = target { true } else { false }
    self.init(kind: target.kind, id: isBorrower ? nil : target.id, title: title)
  }
}

extension RecordedStationState {
  /// Creates the state of a station without personal data: that there was a session, but not the borrower.
  fileprivate init(_ state: StationState) {
    self.init(
      mode: state.mode, state: state.name, hasSession: state.session != nil,
      hasStaff: state.staff != nil, returns: state.batch?.count)
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

/// The facts and rules behind the outcome of a scan.
package struct ExplanationResource: Codable, Sendable {
  package var scan: ScanResource
  /// The input of the station.
  package var input: Input
  /// The records that the code could belong to.
  package var candidates: [ResolutionCandidate]
  /// The rule that decided; its name never changes.
  package var rule: String
  /// The outcome as a sentence, in the language of the station.
  package var sentence: String
  package var before: RecordedStationState
  package var after: RecordedStationState
  /// The changes that it made.
  package var changes: [ChangeResource]
  /// The rows that it changed.
  package var rows: [RowChange]

  package init(
    scan: ScanResource, input: Input, candidates: [ResolutionCandidate], rule: String, sentence: String,
    before: RecordedStationState, after: RecordedStationState, changes: [ChangeResource], rows: [RowChange]
  ) {
    self.scan = scan
    self.input = input
    self.candidates = candidates
    self.rule = rule
    self.sentence = sentence
    self.before = before
    self.after = after
    self.changes = changes
    self.rows = rows
  }

  /// The input of the station.
  package struct Input: Codable, Sendable {
    /// The kind of code that the text was classified as.
    package var `class`: String
    /// The text as read. The code of a card is for staff only.
    package var text: String?
    /// The symbology of the code.
    package var symbology: String
    /// The name of the reader.
    package var reader: String?
    /// The fault of the reading.
    package var fault: String?
    /// The records that other readers read at the same moment.
    package var beside: [ResolutionCandidate]
    /// True if the clock was trusted.
    package var isClockRight: Bool

    package init(
      class: String, text: String? = nil, symbology: String, reader: String? = nil, fault: String? = nil,
      beside: [ResolutionCandidate], isClockRight: Bool
    ) {
      self.class = `class`
      self.text = text
      self.symbology = symbology
      self.reader = reader
      self.fault = fault
      self.beside = beside
      self.isClockRight = isClockRight
    }
  }
}

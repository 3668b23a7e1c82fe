package import Deadwax
internal import Execution
package import Scanning
package import Storage

/// The explanation of a scan's outcome. It contains the input, the possible targets of the code, the rule that was
/// followed, the states of the station before and after, and the changed rows.
package struct Explanation: Hashable, Sendable {
  /// The input of the scan.
  package struct Input: Hashable, Sendable {
    /// The class that the text was assigned to: `own copy`, `gtin`, `tag`, `text`, `damaged own code` …
    package var codeClass: String
    /// The text that was read; nil for a card, unless staff ask for it.
    package var text: String?
    package var symbology: Symbology
    package var reader: String?
    package var fault: String?
    /// The targets that other readers of the station saw at that moment.
    package var beside: [CodeTarget]
    package var isClockRight: Bool
  }

  /// A possible target of the code.
  package struct Candidate: Hashable, Sendable {
    package var target: CodeTarget
    package var title: String
    /// True if the outcome concerns it.
    package var isTaken: Bool
    /// The reason that it was excluded, in a few words; nil if it was chosen or is still a choice.
    package var because: String?
  }

  /// A row that the scan changed.
  package struct Difference: Hashable, Sendable {
    package var table: HistoryTable
    package var row: String
    /// `added`, `changed` or `removed`.
    package var verb: String
    /// A text for each changed column, for example `due at: … → …`.
    package var lines: [String]

    /// The name of the table.
    package var tableName: String { table.rawValue }
  }

  package var scan: ScanView
  package var input: Input
  package var candidates: [Candidate]
  package var rule: String
  /// The message key of the sentence for the outcome.
  package var sentence: String
  package var before: StationState
  package var after: StationState
  package var change: Change?
  package var differences: [Difference]

  /// Explains a scan; returns nil if there is no such scan, or if it is older than the recording.
  ///
  /// - Parameters:
  ///   - id: the id of the scan.
  ///   - records: the database.
  ///   - withNames: true to include the numbers of cards and the names of persons, for staff.
  /// - Throws: a `StorageError`.
  package init?(of id: Reading.ID, in records: some Queryable, withNames: Bool = false) throws {
    guard let scan = try records.scan(id), let recorded = try records.recording(of: id) else { return nil }
    let input = try ColumnJSON.read(StationInput.self, recorded.input)
    let view = try records.view(of: scan)
    self.scan = view
    let code = Code.classify(scan.reading.text, symbology: scan.reading.symbology)
    self.input = Input(
      codeClass: code.word, text: view.isCard && !withNames ? nil : scan.reading.text,
      symbology: scan.reading.symbology, reader: scan.reader, fault: scan.reading.fault, beside: input.beside ?? [],
      isClockRight: input.isClockRight ?? true)
    rule = recorded.rule ?? ""
    sentence = "outcome.\(scan.outcome.code.rawValue).title"
    before = try recorded.before.map { try ColumnJSON.read(StationState.self, $0) } ?? StationState()
    after = try recorded.after.map { try ColumnJSON.read(StationState.self, $0) } ?? StationState()
    let targets = try recorded.candidates.map { try ColumnJSON.read([CodeTarget].self, $0) } ?? []
    candidates = try targets.map { target in
      let isTaken =
        scan.outcome.copy.map { target == .copy($0) } ?? false
        || scan.outcome.copy == nil && scan.outcome.release.map { target == .release($0) } ?? false
      let isOpen = scan.outcome.choices.contains(target)
      return Candidate(
        target: target, title: try records.name(of: target), isTaken: isTaken,
        because: isTaken || isOpen ? nil : try Self.reason(target, scan, records))
    }
    change = try recorded.change.flatMap { try records.change(sequence: $0) }
    differences =
      try change.map { try records.rows(of: $0) }?.map { try Difference($0, in: records, withNames: withNames) } ?? []
  }

  /// Returns the reason that a candidate was excluded: the fact about it that does not fit the mode. Uses the loan at
  /// that moment, and the current values of everything else.
  private static func reason(_ target: CodeTarget, _ scan: Scan, _ records: some Queryable) throws -> String? {
    guard case .copy(let id) = target, let copy = try records.copy(id) else { return nil }
    let isOut = try records.wasOut(id, at: scan.receivedAt)
    switch scan.outcome.mode {
    case .return, .renew: return isOut ? "another record was chosen" : "not on loan"
    case .checkout, .auto:
      if copy.status != .available { return copy.status.rawValue }
      return isOut ? "on loan" : "another record was chosen"
    default: return "another record was chosen"
    }
  }
}

extension Code {
  /// The class that a text was assigned to, in a word or two.
  package var word: String {
    switch self {
    case .own(let own): "own \(own.kind)"
    case .tag(let uid): uid.isRandom ? "random tag" : "tag"
    case .gtin: "gtin"
    case .text: "text"
    case .damagedOwn: "damaged library code"
    case .wrongCheckDigit: "wrong check digit"
    case .unusable: "unusable"
    }
  }
}

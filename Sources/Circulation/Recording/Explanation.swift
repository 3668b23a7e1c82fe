package import Deadwax
package import Storage

/// Why a scan had the outcome it had: what came in, what it could have meant, which rule was followed, where the desk
/// stood before and after, and what is different in the records since.
package struct Explanation: Hashable, Sendable {
  /// What came in.
  package struct Input: Hashable, Sendable {
    /// What the text was taken for: `own copy`, `gtin`, `tag`, `text`, `damaged` …
    package var codeClass: String
    /// As it was read; nil for somebody's card, unless staff ask.
    package var text: String?
    package var symbology: Symbology
    package var reader: String?
    package var fault: String?
    /// What other readers saw at that moment.
    package var beside: [CodeTarget]
    package var isClockRight: Bool
  }

  /// One thing that the code could have meant.
  package struct Candidate: Hashable, Sendable {
    package var target: CodeTarget
    package var title: String
    /// Whether the outcome is about it.
    package var isTaken: Bool
    /// Why it was left out, in a few words; nil for what was taken or is still open.
    package var because: String?
  }

  /// One row that is different since.
  package struct Difference: Hashable, Sendable {
    package var table: LedgerTable
    package var row: String
    /// `added`, `changed` or `removed`.
    package var verb: String
    /// Each as `due at: … → …`.
    package var lines: [String]
  }

  package var scan: ScanView
  package var input: Input
  package var candidates: [Candidate]
  package var rule: String
  /// The key of the sentence that says the outcome, in the messages.
  package var sentence: String
  package var before: StationState
  package var after: StationState
  package var change: Change?
  package var differences: [Difference]

  /// Explains a scan; nil when there is no such scan, or when it is older than the recording.
  ///
  /// - Parameters:
  ///   - id: of the scan.
  ///   - records: where it is kept.
  ///   - withNames: whether the numbers of cards and the names of persons are told; for staff.
  /// - Throws: a `StorageError`.
  package init?(of id: Reading.ID, in records: some Queryable, withNames: Bool = false) throws {
    guard let scan = try records.scan(id), let recorded = try records.recording(of: id) else { return nil }
    let input = try StateText.read(DeskInput.self, recorded.input)
    let view = try records.view(of: scan)
    self.scan = view
    let code = Code.classify(scan.reading.text, symbology: scan.reading.symbology)
    self.input = Input(
      codeClass: code.word, text: view.isCard && !withNames ? nil : scan.reading.text,
      symbology: scan.reading.symbology, reader: scan.reader, fault: scan.reading.fault, beside: input.beside ?? [],
      isClockRight: input.isClockRight ?? true)
    rule = recorded.rule ?? ""
    sentence = "outcome.\(scan.outcome.code.rawValue).title"
    before = try recorded.before.map { try StateText.read(StationState.self, $0) } ?? StationState()
    after = try recorded.after.map { try StateText.read(StationState.self, $0) } ?? StationState()
    let targets = try recorded.candidates.map { try StateText.read([CodeTarget].self, $0) } ?? []
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
    differences = try change.map { try records.rows(of: $0) }?.map { try Difference($0, withNames: withNames) } ?? []
  }

  /// Why a candidate fell away: what is known of it that does not fit the mode. Whether it was out is told of that moment, all else as it is now.
  private static func reason(_ target: CodeTarget, _ scan: Scan, _ records: some Queryable) throws -> String? {
    guard case .copy(let id) = target, let copy = try records.copy(id) else { return nil }
    let isOut = try records.wasOut(id, at: scan.receivedAt)
    switch scan.outcome.mode {
    case .return, .renew: return isOut ? "another one was meant" : "not on loan"
    case .checkout, .auto:
      if copy.status != .available { return copy.status.rawValue }
      return isOut ? "on loan" : "another one was meant"
    default: return "another one was meant"
    }
  }
}

extension Code {
  /// What a text was taken for, in a word or two.
  package var word: String {
    switch self {
    case .own(let own): "own \(own.kind)"
    case .tag(let uid): uid.isRandom ? "random tag" : "tag"
    case .gtin: "gtin"
    case .text: "text"
    case .damagedOwn: "damaged own code"
    case .wrongCheckDigit: "wrong check digit"
    case .unusable: "unusable"
    }
  }
}

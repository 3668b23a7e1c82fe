package import Deadwax
package import OfflineStation

/// An entry of a station's journal, with its result.
package struct MergedEntryResource: Codable, Sendable {
  package var id: MergedEntry.ID
  package var station: Station.Name
  /// The id of the journal.
  package var journal: MergedEntry.Journal.ID
  /// The position in the journal, from 1, without gaps.
  package var sequence: Int
  /// The time of the scan, by the station's clock.
  package var at: RFC3339Time
  /// The time at which the hub received the entry.
  package var mergedAt: RFC3339Time
  package var mode: Mode
  package var act: OfflineEntry.Act
  /// The text as read; empty after it was erased.
  package var text: String
  package var symbology: String
  /// The code of the session's card, as read.
  package var card: String?
  /// The name of the reader.
  package var reader: String?
  /// The code of the outcome that the station displayed.
  package var displayed: OpenWord<Outcome.Code>
  package var state: MergeResult.State
  /// The outcome that was carried out, or would have been.
  package var code: OpenWord<Outcome.Code>
  /// The title of the outcome.
  package var title: String
  /// All reasons, the most important first.
  package var reasons: [ReasonTitle]
  /// True if the entry waits for staff.
  package var open: Bool
  /// The id of its scan in the history.
  package var scan: Reading.ID
  /// The id of the resulting change, which can be undone.
  package var change: Change.ID?
  /// The scanned release.
  package var release: ReleaseName?
  /// The scanned copy.
  package var copy: CopyName?
  /// The borrower.
  package var borrower: BorrowerSummary?
  /// The time at which staff dealt with it.
  package var doneAt: RFC3339Time?
  /// The name of the token with which staff dealt with it, if known.
  package var doneBy: String?
  /// A note by staff.
  package var note: String?

  /// - Parameters:
  ///   - item: the merged entry.
  ///   - change: the change that the entry led to.
  ///   - release: the release concerned.
  ///   - copy: the copy concerned.
  ///   - borrower: the borrower concerned.
  ///   - title: returns the title of an outcome.
  package init(
    _ item: MergedEntry, change: Change.ID?, release: Release?, copy: Copy?, borrower: Borrower?,
    title: (Outcome.Code) -> String
  ) {
    let entry = item.entry
    id = item.id
    station = item.station
    journal = item.journal
    sequence = Int(entry.sequence)
    at = RFC3339Time(entry.at)
    mergedAt = RFC3339Time(item.mergedAt)
    mode = entry.mode
    act = entry.act
    text = entry.code
    symbology = entry.symbology.rawValue
    card = entry.card
    reader = entry.reader
    displayed = OpenWord(entry.displayed)
    state = item.verdict.state
    code = OpenWord(item.verdict.code)
    self.title = title(item.verdict.code)
    reasons = item.verdict.reasons.map { ReasonTitle(code: OpenWord($0), title: title($0)) }
    open = item.isOpen
    scan = item.scan
    self.change = change
    self.release = release.map { ReleaseName(id: $0.id, title: $0.title, artist: $0.artist) }
    self.copy = copy.map { CopyName(id: $0.id, number: $0.number, code: $0.code.description) }
    self.borrower = BorrowerSummary(borrower)
    doneAt = RFC3339Time(item.doneAt)
    doneBy = item.doneBy
    note = item.note
  }

  /// A reason without an explanation.
  package struct ReasonTitle: Codable, Sendable {
    package var code: OpenWord<Outcome.Code>
    /// The reason as text.
    package var title: String

    package init(code: OpenWord<Outcome.Code>, title: String) {
      self.code = code
      self.title = title
    }
  }

  /// The release, in short.
  package struct ReleaseName: Codable, Sendable {
    package var id: Release.ID
    /// The title of the release.
    package var title: String
    /// The artist, as on the sleeve.
    package var artist: String
  }

  /// The copy, in short.
  package struct CopyName: Codable, Sendable {
    package var id: Copy.ID
    /// The accession number.
    package var number: Int
    /// The copy's own code.
    package var code: String
  }
}

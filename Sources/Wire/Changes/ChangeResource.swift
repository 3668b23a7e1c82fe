package import Deadwax

/// One transaction on the records, which can be undone, or an act of access or an order, which cannot.
package struct ChangeResource: Codable, Sendable {
  package var id: Change.ID
  package var kind: OpenWord<Change.Kind>
  /// The sequence number of the change.
  package var seq: Int
  /// The scan that caused it.
  package var scan: Reading.ID?
  /// The station; omitted if no station made it.
  package var station: Station.Name?
  /// The author: the name of a token, or the short name of a member of staff. For staff only.
  package var by: String?
  /// The reason, if one was required. For staff only.
  package var reason: String?
  package var at: RFC3339Time
  /// The change that this one undoes.
  package var undoes: Change.ID?
  /// The change that undid this one.
  package var undoneBy: Change.ID?
  /// The affected copy.
  package var copy: CopySummary?
  package var release: ReleaseSummary?
  /// The short name of the affected borrower.
  package var borrower: String?
  /// The key of the affected setting.
  package var setting: String?
  /// The reason why it cannot be undone; omitted if it can be.
  package var cannotUndo: OpenWord<Outcome.Code>?
  /// The later change that prevents the undo.
  package var changedSince: OpenWord<Change.Kind>?
  /// The act of access; omitted for every other kind.
  package var access: AccessDetail?
  /// The job that was ordered; omitted for every kind that is not an order.
  package var order: OrderDetail?
  /// Every changed row; only in the response for a single change.
  package var rows: [RowChange]?

  /// - Parameters:
  ///   - change: the change.
  ///   - isStaff: true to include the author and the reason.
  ///   - copy: the copy concerned.
  ///   - release: the release concerned.
  package init(_ change: Change, isStaff: Bool, copy: Copy? = nil, release: Release? = nil) {
    id = change.id
    kind = OpenWord(change.kind)
    seq = Int(change.sequence)
    scan = change.scan
    station = change.station
    by = isStaff ? change.by : nil
    reason = isStaff ? change.reason : nil
    at = RFC3339Time(change.at)
    undoes = change.undoes
    undoneBy = change.undoneBy
    access = isStaff ? change.access.map { AccessDetail($0) } : nil
    order = change.order.map { OrderDetail($0) }
    self.copy = copy.map { CopySummary($0) }
    self.release = release.map { ReleaseSummary($0) }
  }
}

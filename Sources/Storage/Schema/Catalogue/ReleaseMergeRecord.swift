package import Deadwax
internal import Queries

/// The rows that refer to a release, and move with it into another one. A merge moves these and no others: a table that
/// refers to a release is added here.
///
/// Look-ups and their candidates stay with the merged row, which remains. Their answers go to the remaining release.
private enum MovedRows: String, CaseIterable {
  case copy, hold, code, attachment
  case crateItem = "crate_item"

  var table: HistoryTable {
    switch self {
    case .copy: .copy
    case .hold: .hold
    case .code: .code
    case .attachment: .attachment
    case .crateItem: .crateItem
    }
  }

  /// The assignments beside that of the release, for a table whose rows have a version. `?3` is the time.
  var marks: String {
    switch self {
    case .copy: ", version = version + 1, modified_at = ?3"
    case .hold, .attachment, .crateItem: ", version = version + 1"
    case .code: ""
    }
  }
}

extension Queryable {
  /// Returns what a merge of two releases moves, without carrying it out.
  ///
  /// - Parameters:
  ///   - other: the release that is merged.
  ///   - target: the release that remains.
  /// - Returns: the content of the merge; nil unless both are different releases in the lists.
  /// - Throws: a `StorageError`.
  package func merge(of other: Release.ID, into target: Release.ID) throws -> ReleaseMerge? {
    guard other != target, try isListed(other), try isListed(target), let from = try withDetail(other),
      let into = try withDetail(target)
    else { return nil }
    let holds = try heldBoth(other, target)
    let (own, codes) = (Set(try self.codes(of: target)), try self.codes(of: other))
    let fields = MergedFields(into, with: from)
    let tags = ReleaseTag.merged(into.detail.tags, with: from.detail.tags)
    return ReleaseMerge(
      target: into.release, other: from.release, copies: try copies(of: other), loans: try loans(ofCopiesOf: other),
      holds: try openHolds(for: other).filter { !holds.contains($0) }, endedHolds: holds,
      codes: codes.filter { !own.contains($0) }, endedCodes: codes.filter(own.contains), fields: fields.changed,
      tags: Array(tags.dropFirst(into.detail.tags.count)), movesSource: fields.movesSource,
      movesWish: try wishedAt(target) == nil && wishedAt(other) != nil)
  }

  private func withDetail(_ id: Release.ID) throws -> (release: Release, detail: ReleaseDetail)? {
    guard let release = try release(id), let detail = try detail(of: id) else { return nil }
    return (release, detail)
  }

  private func loans(ofCopiesOf release: Release.ID) throws -> Int {
    try first(
      "SELECT count(*) FROM loan WHERE copy_id IN (SELECT c.id FROM copy c WHERE c.release_id = ?1)", release
    ) { Int(try $0.integer(0)) } ?? 0
  }

  private func openHolds(for release: Release.ID) throws -> [Hold.ID] {
    try all(
      "SELECT id FROM hold WHERE release_id = ?1 AND closed_at IS NULL ORDER BY created_at, id", release
    ) { try $0.id(0) }
  }

  /// Returns the open holds that end in a merge, since a borrower has one hold for a release: of two, the one that is
  /// not ready for pick-up, or was placed later.
  private func heldBoth(_ other: Release.ID, _ target: Release.ID) throws -> [Hold.ID] {
    let holds: [(borrower: String, id: Hold.ID)] = try all(
      """
      SELECT borrower_id, id FROM hold WHERE (release_id = ?1 OR release_id = ?2) AND closed_at IS NULL
      ORDER BY CASE state WHEN 'ready' THEN 0 ELSE 1 END, created_at, id
      """, other, target
    ) { (try $0.text("borrower_id"), try $0.id("id")) }
    var seen: Set<String> = []
    return holds.filter { !seen.insert($0.borrower).inserted }.map(\.id)
  }
}

extension WriteTransaction {
  /// Carries out a merge: moves the rows, fills in the remaining release, and removes the other one from the lists.
  ///
  /// - Parameter merge: the result of `merge(of:into:)` in this transaction.
  /// - Throws: a `StorageError`.
  package func perform(_ merge: ReleaseMerge) throws {
    let (target, other) = (merge.target.id, merge.other.id)
    guard let into = try detail(of: target), let from = try detail(of: other) else { return }
    let fields = MergedFields((merge.target, into), with: (merge.other, from))
    for hold in merge.endedHolds { _ = try close(hold, as: .cancelled) }
    for key in merge.endedCodes { try end(key, of: other) }
    if merge.movesWish, let wished = try wishedAt(other) {
      try snapshot(.release, target.text)
      try run("UPDATE release SET wished_at = ?2 WHERE id = ?1", target, wished)
      try setWished(false, other)
    }
    if let favourite = try favouriteSince(other), try favouriteSince(target) == nil {
      try snapshot(.release, target.text)
      try run("UPDATE release SET favourite_at = ?2 WHERE id = ?1", target, favourite)
    }
    try settleCovers(of: other, into: target)
    try settleCrates(of: other, into: target)
    for rows in MovedRows.allCases { try move(rows, from: other, to: target) }
    if fields.movesSource {
      var detail = fields.detail
      detail.edited = [:]
      try fill(fields.release, with: detail)
    }
    try edit(fields.release, fields.detail)
    if try links(of: target) != fields.detail.links { try store(fields.detail.links, of: target) }
    let tags = ReleaseTag.merged(into.tags, with: from.tags)
    if tags != into.tags { try storeReleaseTags(tags, of: target) }
    try remove(other, mergedInto: target)
  }

  /// Leaves one cover to the remaining release: its own, unless it has one of the archive and the other release has a
  /// picture of a person. A cover that was refused for the other release stays refused.
  private func settleCovers(of other: Release.ID, into target: Release.ID) throws {
    if let kept = try cover(of: target), let moved = try cover(of: other) {
      var loser = kept.source != .own && moved.source == .own ? kept : moved
      loser.isCover = false
      try update(loser)
    }
    if try refusedCover(of: target) == nil, let refused = try refusedCover(of: other) {
      try refuseCover(refused, of: target)
    }
  }

  private func move(_ rows: MovedRows, from other: Release.ID, to target: Release.ID) throws {
    let table = rows.rawValue
    for key in try all(
      "SELECT CAST(id AS TEXT) AS id FROM \(table) WHERE release_id = ?1 ORDER BY \(table).id", other,
      as: { try $0.text(0) })
    {
      try snapshot(rows.table, key)
      let values: [(any Bindable)?] = rows == .copy ? [key, target, now] : [key, target]
      try run("UPDATE \(table) SET release_id = ?2\(rows.marks) WHERE id = ?1", values)
    }
  }
}

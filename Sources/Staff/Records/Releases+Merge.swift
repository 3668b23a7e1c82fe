package import Catalogue
package import Deadwax
internal import Execution
internal import Lending
internal import Queries
internal import Storage

extension Releases {
  /// Returns what a merge would move, without carrying it out.
  ///
  /// - Parameters:
  ///   - other: the release that is merged.
  ///   - target: the release that remains.
  /// - Returns: the content of the merge.
  /// - Throws: `StaffError.noSuchRelease`, `.isRemoved`, or `.badValue` for two equal ids.
  package func preview(merging other: Release.ID, into target: Release.ID) throws -> ReleaseMerge {
    try room.database.read { try $0.checkedMerge(of: other, into: target) }
  }

  /// Merges a release into another one: its copies, holds and codes move, and it leaves the lists. It is one change,
  /// whose undo restores every row.
  ///
  /// - Parameters:
  ///   - other: the release that is merged.
  ///   - otherVersion: the version of that release which the caller saw; nil for any version.
  ///   - target: the release that remains.
  ///   - version: the version of the remaining release that the caller saw; nil for any version.
  ///   - by: the person or program that makes the change.
  /// - Returns: the remaining release.
  /// - Throws: `StaffError.noSuchRelease`, `.isRemoved`, `.staleVersion`, `.staleOther`, or `.badValue` for equal ids.
  package func merge(
    _ other: Release.ID, ifVersion otherVersion: Int?, into target: Release.ID, ifVersion version: Int?, by: String?
  ) throws -> Catalogue.Opened {
    try room.write { transaction in
      _ = try transaction.listed(target, ifVersion: version)
      let merge = try transaction.checkedMerge(of: other, into: target)
      if let otherVersion, otherVersion != merge.other.version { throw StaffError.staleOther(now: merge.other.version) }
      try transaction.perform(merge)
      for hold in merge.endedHolds {
        try transaction.publish(.holdChanged(state: .stored(.cancelled), copy: nil, next: nil), subject: hold.text)
      }
      for copy in merge.copies { try transaction.publish(.copyChanged(change: .release), subject: copy.id.text) }
      try transaction.publish(.releaseChanged, subject: other.text)
      try transaction.storeChange(of: target, .merge, by: by, reason: nil)
      return try transaction.opened(target)
    }
  }

  /// Returns the releases that may be the same edition as another one, the strongest reasons first. Those that a person
  /// found to be different are left out.
  ///
  /// - Throws: `StaffError.noSuchRelease`.
  package func duplicates(of id: Release.ID) throws -> [DuplicateRelease] {
    try room.database.read { reading in
      guard let release = try reading.release(id) else { throw StaffError.noSuchRelease }
      var reasons: [Release: [DuplicateRelease.Reason]] = [:]
      func note(_ reason: DuplicateRelease.Reason, _ found: [Release], _ fits: (Release) -> Bool) {
        for other in found where fits(other) { reasons[other, default: []].append(reason) }
      }
      note(.sameSource, try reading.releases(withSourceOf: id)) { _ in true }
      note(.sameBarcode, try reading.releases(withBarcodeOf: id)) { other in
        release.isPlaceholder || other.isPlaceholder || release.isTitled(as: other)
      }
      note(.sameCatalogNumber, try reading.releases(withCatalogNumberOf: id)) { Edition(release) == Edition($0) }
      if !release.isPlaceholder {
        let found = try reading.releases(namedAs: release, limit: 50)
        let source = try reading.detail(of: id)?.source
        note(
          .sameTitle,
          try found.filter { other in
            // Two records of a source are two editions, and so are two barcodes.
            try other.id != id && (source == nil || reading.detail(of: other.id)?.source == nil)
              && (release.barcode == nil || other.barcode == nil)
          }
        ) { other in
          release.isTitled(as: other) && folded(release.artist) == folded(other.artist)
            && release.medium == other.medium
        }
      }
      let order = DuplicateRelease.Reason.allCases
      return try reasons.filter { try !reading.areDifferent(id, $0.key.id) }.map { other, reasons in
        DuplicateRelease(release: other, reasons: reasons, copies: try reading.copies(of: other.id).count)
      }.sorted { left, right in
        let (a, b) = (order.firstIndex(of: left.reasons[0]) ?? 0, order.firstIndex(of: right.reasons[0]) ?? 0)
        return (a, left.release.id.text) < (b, right.release.id.text)
      }
    }
  }
}

extension Release {
  fileprivate func isTitled(as other: Release) -> Bool { folded(title) == folded(other.title) }
}

/// Returns a text without case, spaces and punctuation, by which titles are compared.
func folded(_ text: String?) -> String { (text ?? "").lowercased().filter { $0.isLetter || $0.isNumber } }

extension Queryable {
  /// Returns the releases with the title and the artist of a release, the newest first; none for a release without a
  /// letter in them.
  fileprivate func releases(namedAs release: Release, limit: Int) throws -> [Release] {
    let parts: [(QueryTextField, String)] = [(.title, release.title), (.artist, release.artist)]
    let terms = parts.compactMap { field, text in
      QueryWords(text, isPrefix: false).map { QueryCondition.term(.text(field, $0)) }
    }
    guard let condition = QueryCondition.conjunction(terms) else { return [] }
    return try releases(
      matching: Query(condition: condition, sort: []), in: ReleaseFilter(), at: SearchMoment(now: now, in: .utc),
      before: nil, limit: limit
    ).map(\.release)
  }

  /// - Throws: `StaffError.noSuchRelease`, `.isRemoved`, or `.badValue` for two equal ids.
  fileprivate func checkedMerge(of other: Release.ID, into target: Release.ID) throws -> ReleaseMerge {
    guard other != target else {
      throw StaffError.badValue(field: "other", sentence: "A release cannot be merged with itself.")
    }
    for id in [other, target] where try release(id) == nil { throw StaffError.noSuchRelease }
    guard let merge = try merge(of: other, into: target) else { throw StaffError.isRemoved }
    return merge
  }
}

package import Deadwax
package import Storage

extension Catalogue {
  /// The alternatives that carry the barcode of a release.
  package struct Alternatives: Hashable, Sendable {
    package var release: Release
    /// The most likely first.
    package var all: [Alternative]
    /// The record number that a person chose for the barcode; nil if none was chosen.
    package var choice: String?

    /// The certainty with which the first alternative is the right one.
    package var confidence: MatchConfidence { MatchConfidence(reasons: all.map(\.reason), isChosen: choice != nil) }
  }

  /// A release whose barcode several records carry, and no one has chosen one.
  package struct Undecided: Hashable, Sendable {
    package var release: Release
    /// The number of its alternatives.
    package var alternatives: Int

    package init(release: Release, alternatives: Int) {
      self.release = release
      self.alternatives = alternatives
    }
  }

  /// Returns a page of the releases with an open choice, the newest first.
  ///
  /// - Parameters:
  ///   - cursor: `next` of the previous page; nil for the first.
  ///   - limit: the maximum number of releases, 1 to 200.
  /// - Returns: the page.
  /// - Throws: `CatalogueError.badCursor`.
  package func undecidedReleases(cursor: String?, limit: Int) throws -> Page<Undecided> {
    let before = cursor.flatMap { Release.ID($0) }
    guard cursor == nil || before != nil else { throw CatalogueError.badCursor }
    return try database.read { reading in
      let rows = try reading.undecidedReleases(before: before, limit: limit + 1)
      let page = rows.prefix(limit)
      return Page(
        items: page.map { Undecided(release: $0.release, alternatives: $0.hits) },
        next: rows.count > limit ? page.last?.release.id.text : nil,
        total: try before == nil ? reading.undecidedReleaseTotal() : nil)
    }
  }

  /// Returns the alternatives that the last look-up of a release found; nil if there is no such release.
  package func alternatives(of id: Release.ID) throws -> Alternatives? {
    try database.read { try $0.alternatives(of: id) }
  }
}

extension Queryable {
  /// Returns the alternatives that the last look-up of a release found; nil if there is no such release.
  package func alternatives(of id: Release.ID) throws -> Catalogue.Alternatives? {
    guard let release = try release(id) else { return nil }
    let current = try sourceID(of: id)
    return Catalogue.Alternatives(
      release: release,
      all: try lookupCandidates(of: id).map { Alternative($0, isCurrent: $0.sourceID == current) },
      choice: try release.barcode.flatMap { try sourceChoice(of: $0) })
  }

  /// Returns the alternatives of a release, if there are several and no one has chosen one for its barcode. Otherwise an
  /// empty list, mostly after a single statement.
  package func openAlternatives(of id: Release.ID) throws -> [Alternative] {
    guard try hasSeveralLookupCandidates(of: id), let found = try alternatives(of: id) else { return [] }
    return found.choice == nil && found.release.barcode != nil && found.all.count > 1 ? found.all : []
  }
}

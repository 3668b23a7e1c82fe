package import Catalogue
package import Deadwax
internal import Queries
package import Storage
internal import Threads

/// The tags that people put on the releases of the library, with the number of releases of each.
///
/// They are counted again only after a write to the releases, so that a page may ask while a person types.
package final class KnownReleaseTags: Sendable {
  private struct Entry {
    /// The version of the records before the tags were counted.
    var version: ListVersions.Version
    /// The most frequent tag first.
    var tags: [ReleaseTagCount]
  }

  private let database: Database
  private let versions: ListVersions
  private let entry = Locked<Entry?>(nil)

  /// - Parameter database: the database of the library.
  package init(database: Database) {
    self.database = database
    versions = ListVersions(database: database)
  }

  /// A tag with the query that finds its releases.
  package struct View: Sendable {
    package let tag: ReleaseTagCount
    /// Nil if the language cannot say it.
    package let query: String?
  }

  /// Returns a page of the tags that listed releases have, the most frequent one first.
  ///
  /// - Parameters:
  ///   - beginning: the beginning of one of the words; nil for all tags.
  ///   - cursor: the `next` of the previous page, nil for the first page.
  ///   - limit: the maximum number of tags, 1 to 200.
  /// - Returns: the page.
  /// - Throws: `CatalogueError.badCursor`.
  package func list(
    beginningWith beginning: String?, cursor: String?, limit: Int
  ) throws -> Catalogue.Page<View> {
    let after = try cursor.map { try Position($0) }
    let wanted = SearchWords.words(of: beginning ?? "").joined(separator: " ")
    let found = try tags().filter { Self.matches($0.key, wanted) }
    let rest = found.filter { tag in after.map { $0.isBefore(tag) } ?? true }
    let page = rest.prefix(limit)
    let isCounted = cursor == nil && found.count <= ListTotal.limit
    return Catalogue.Page(
      items: page.map { View(tag: $0, query: .whole($0.key, in: .tag)) },
      next: rest.count > limit ? page.last.map { Position($0).text } : nil, total: isCounted ? found.count : nil)
  }

  /// True if a word of a tag begins with a text of folded words.
  private static func matches(_ key: String, _ wanted: String) -> Bool {
    wanted.isEmpty || " \(key)".contains(" \(wanted)")
  }

  private func tags() throws -> [ReleaseTagCount] {
    let version = versions.current
    if let known = entry.withLock({ $0 }), versions.areUnchanged(ListTables([.release]), since: known.version) {
      return known.tags
    }
    let tags = try database.read { try $0.releaseTagCounts() }.sorted { Position($0).isBefore($1) }
    entry.withLock { $0 = Entry(version: version, tags: tags) }
    return tags
  }

  /// A place in the order of the tags.
  private struct Position {
    let releases: Int
    let key: String

    init(_ tag: ReleaseTagCount) { (releases, key) = (tag.releases, tag.key) }

    /// - Throws: `CatalogueError.badCursor`.
    init(_ cursor: String) throws {
      let parts = cursor.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let releases = Int(parts[0]), releases > 0, !parts[1].isEmpty else {
        throw CatalogueError.badCursor
      }
      (self.releases, key) = (releases, String(parts[1]))
    }

    /// The position as a cursor. A key has no hyphen.
    var text: String { "\(releases)-\(key)" }

    /// True if a tag follows.
    func isBefore(_ tag: ReleaseTagCount) -> Bool { (tag.releases, key) < (releases, tag.key) }
  }
}

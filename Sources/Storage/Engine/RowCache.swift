internal import Threads

/// A cache of the representations of rows, for lists that are requested again after other rows have changed.
///
/// The engine reports each commit twice, before it begins and after it has ended, with the changed rows. An entry is
/// removed when a row that it depends on changes. A snapshot has a known version only if no commit was running when it
/// was taken; any other reader gets nothing from the cache and adds nothing to it.
package final class RowCache: Sendable {
  private struct Entry {
    var bytes: [UInt8]
    /// The version from which it was created.
    var version: Int
  }

  private struct State {
    /// The number of commits that have begun, and of those that have ended. No two run at once.
    var begun = 0
    var ended = 0
    var running = RowChanges()
    /// The entries, named by the row of the list.
    var entries: [RowKey: Entry] = [:]
    /// The entries that depend on a row. It may name entries that no longer exist.
    var dependents: [RowKey: Set<RowKey>] = [:]
    var size = 0
    var links = 0
    /// The version in which a table changed last.
    var changed: [RowKey.Table: Int] = [:]

    mutating func removeAll() {
      entries.removeAll()
      dependents.removeAll()
      (size, links) = (0, 0)
    }
  }

  /// The limits of the bytes in all entries and of their dependencies. The cache is emptied when one is reached.
  private static let sizeLimit = 2 * 1024 * 1024
  private static let linkLimit = 40_000

  private let state = Locked(State())

  package init() {}

  // MARK: - Commits

  /// Reports that the commit of these changes begins.
  package func commitBegins(_ changes: RowChanges) {
    state.withLock { state in
      state.begun += 1
      state.running = changes
    }
  }

  /// Reports that the commit has ended, well or not, before its result is reported to anyone.
  package func commitEnded() {
    state.withLock { state in
      state.ended = state.begun
      for table in state.running.tables { state.changed[table] = state.ended }
      if state.running.isEverything { state.removeAll() }
      for row in state.running.rows {
        guard let dependents = state.dependents.removeValue(forKey: row) else { continue }
        state.links -= dependents.count
        for entry in dependents {
          if let removed = state.entries.removeValue(forKey: entry) { state.size -= removed.bytes.count }
        }
      }
      state.running = RowChanges()
    }
  }

  // MARK: - Versions

  /// The number of commits whose changes every new snapshot contains.
  package var version: Int { state.withLock { $0.ended } }

  /// The version of a snapshot that was taken between reading `version` and now; nil if it is not known.
  package func version(ofSnapshotSince earliest: Int) -> Int? {
    state.withLock { $0.begun == earliest ? earliest : nil }
  }

  /// Returns true if no row of the tables has changed after a version.
  package func areUnchanged(_ tables: [RowKey.Table], since version: Int) -> Bool {
    state.withLock { state in tables.allSatisfy { state.changed[$0, default: 0] <= version } }
  }

  // MARK: - Entries

  /// Returns the representations of rows in a version, nil for each that is not known.
  package func representations(_ table: RowKey.Table, _ ids: some Sequence<String>, in version: Int) -> [[UInt8]?] {
    state.withLock { state in
      ids.map { id in
        // An entry of a later version can contain changes that the caller's snapshot does not.
        guard let entry = state.entries[RowKey(table, id)], entry.version <= version else { return nil }
        return entry.bytes
      }
    }
  }

  /// Adds representations that were created from a version, unless a later commit has ended: it may have changed them.
  package func add(_ rows: [ListRow], of table: RowKey.Table, in version: Int) {
    state.withLock { state in
      guard state.ended == version else { return }
      for row in rows {
        if state.size > Self.sizeLimit || state.links > Self.linkLimit { state.removeAll() }
        let key = RowKey(table, row.id)
        state.size += row.bytes.count
        if let replaced = state.entries.updateValue(Entry(bytes: row.bytes, version: version), forKey: key) {
          state.size -= replaced.bytes.count
        }
        for source in row.sources where state.dependents[source, default: []].insert(key).inserted {
          state.links += 1
        }
      }
    }
  }
}

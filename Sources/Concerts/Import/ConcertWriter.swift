internal import Deadwax
internal import Storage

/// Replaces the catalogue by a package, inside one transaction. What people noted about shows stays.
struct ConcertWriter {
  /// The number of rows after which the progress is noted and the end of the hub is looked for.
  static let batch = 500

  /// The fate of the shows that the package does not have.
  struct Result {
    var removed = 0
    var kept = 0
  }

  let transaction: WriteTransaction
  /// Called after each batch: the step, the rows that are done, their number, and the last one. An error of it ends the
  /// work, and with it the transaction.
  let progress: (ConcertImport.Step, Int, Int, String) throws -> Void

  func write(_ package: ConcertPackage) throws -> Result {
    var result = Result()
    let names = Set(package.shows.map(\.id))
    var kept: Set<String> = []
    for known in try transaction.showIDs() {
      if names.contains(known.id) {
        try transaction.removeRecordings(of: known.id)
      } else if known.isUsed {
        kept.insert(known.id)
      } else {
        try transaction.removeShow(known.id)
        result.removed += 1
      }
    }
    result.kept = kept.count
    try inBatches(package.shows, .shows, \.id) { try transaction.store($0) }
    // A recording of a show that stays may be one of another show now.
    try inBatches(package.recordings, .recordings, \.identifier) { recording in
      if !kept.isEmpty { try transaction.removeRecording(recording.identifier) }
      try transaction.insert(recording)
    }
    try transaction.replaceConcertCollections(package.collections)
    try progress(.search, 0, package.shows.count, "")
    try transaction.beginShowSearch(keeping: kept)
    try inBatches(package.shows, .search, \.id) { try transaction.addShowSearch($0.id, SearchText.of($0)) }
    try transaction.store(package.version)
    return result
  }

  private func inBatches<Row>(
    _ rows: [Row], _ step: ConcertImport.Step, _ name: KeyPath<Row, String>, _ body: (Row) throws -> Void
  ) throws {
    for (index, row) in rows.enumerated() {
      if index % Self.batch == 0 { try progress(step, index, rows.count, row[keyPath: name]) }
      try body(row)
    }
  }
}

internal import Deadwax
package import Log
package import Storage
internal import Threads

/// The work that adds the releases of an existing library to the search index, after an update.
///
/// Each step is a transaction of its own, which stores how far it is, so a stop or a crash loses one step at most.
/// Scans and changes come between the steps.
package final class SearchIndexing: Sendable {
  /// The number of releases in one transaction.
  private static let step = 25
  /// The number of releases between two lines of the log.
  private static let report = 10_000

  private let database: Database
  private let logger: Logger
  private let isStopping = Locked(false)

  package init(database: Database, logger: Logger) {
    self.database = database
    self.logger = logger
  }

  /// Adds all releases that are missing, until it is stopped.
  ///
  /// - Returns: the number of releases that were added.
  /// - Throws: a `StorageError`.
  package func run() throws -> Int {
    // The first search that is corrected would have to read all words, and its time would be over before.
    defer { readWords() }
    guard try database.read({ try !$0.isReleaseIndexComplete() }) else { return 0 }
    logger.info("the search index is being built; searches find the newest releases first")
    var done = 0
    while !isStopping.withLock({ $0 }) {
      let added = try database.write { try $0.indexNextReleases(limit: Self.step) }
      if added == 0 {
        logger.info("the search index is complete: \(done) releases were added")
        break
      }
      if done / Self.report < (done + added) / Self.report { logger.info("\(done + added) releases are in the index") }
      done += added
    }
    return done
  }

  private func readWords() {
    do {
      try database.read(while: { [isStopping] in !isStopping.withLock { $0 } }) { [words = database.words] in
        try words.update(from: $0)
      }
    } catch {
      // A search reads them itself.
      logger.debug("the words of the library were not read: \(error)")
    }
  }

  /// Ends the work after its current step.
  package func stop() { isStopping.withLock { $0 = true } }
}

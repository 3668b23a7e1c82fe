package import Deadwax
internal import Log
internal import Storage
internal import Threads

extension Attachments {
  /// The result of a check of all files.
  package struct FileReport: Hashable, Sendable {
    /// The number of files that are whole.
    package var whole = 0
    /// The digests of files that are missing.
    package var missing: [String] = []
    /// The digests of files whose content is another one.
    package var damaged: [String] = []
  }

  /// The last check of all files with its time; nil before the first one since the start.
  package var lastCheck: (at: Timestamp, report: FileReport)? { checked.withLock { $0 } }

  /// Reads every file of an attachment and compares its digest.
  ///
  /// - Throws: a `StorageError`.
  package func check() throws -> FileReport {
    var (report, last) = (FileReport(), "")
    while true {
      let page = try database.read { try $0.attachedFiles(after: last, limit: 200) }
      guard let end = page.last else { return report }
      for file in page {
        switch folder.digest(of: file.content) {
        case nil: report.missing.append(file.content)
        case file.content: report.whole += 1
        default: report.damaged.append(file.content)
        }
      }
      last = end.content
    }
  }

  /// Checks all files, writes each that is missing or damaged to the log, and stores the result as `lastCheck`.
  ///
  /// - Parameter now: the current time.
  /// - Returns: the number of those files.
  /// - Throws: a `StorageError`.
  @discardableResult
  package func reportFaults(now: Timestamp) throws -> Int {
    let report = try check()
    checked.withLock { $0 = (now, report) }
    for content in report.missing { logger.error("the file \(content) of an attachment is missing; restore it") }
    for content in report.damaged { logger.error("the file \(content) of an attachment is damaged; restore it") }
    return report.missing.count + report.damaged.count
  }

  /// Removes the files that no attachment has and no change names, with their previews, and those of broken attempts.
  /// A file younger than a day stays: its row may still be on its way.
  ///
  /// - Parameter now: the current time.
  /// - Returns: the number of removed files.
  /// - Throws: a `StorageError`.
  @discardableResult
  package func removeUnused(now: Timestamp) throws -> Int {
    var removed = 0
    for name in folder.names(before: Int(now.milliseconds / 1000) - 86_400) {
      let content = String(name.prefix { $0 != "-" })
      let isUsed = name.hasPrefix(ScratchFile.prefix) ? false : try database.read { try $0.isAttached(content) }
      guard !isUsed else { continue }
      folder.remove(name)
      removed += 1
    }
    return removed
  }
}

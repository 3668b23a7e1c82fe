internal import Deadwax
internal import Foundation

/// The sheets of jobs as PDF files, for printers and downloads.
struct LabelFiles: Sendable {
  /// The path of the folder, in the hub's data folder.
  let folder: String

  func path(of job: LabelJob.ID) -> String { "\(folder)/\(job).pdf" }

  /// Writes a job's sheets atomically.
  ///
  /// - Throws: the error of the file system.
  func write(_ pdf: [UInt8], of job: LabelJob.ID) throws {
    // The sheets include borrowers' cards, so other users of the machine must not read them.
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try Data(pdf).write(to: URL(fileURLWithPath: path(of: job)), options: .atomic)
  }

  /// Returns a job's sheets; nil if they no longer exist.
  func read(_ job: LabelJob.ID) -> [UInt8]? {
    FileManager.default.contents(atPath: path(of: job)).map { [UInt8]($0) }
  }

  func remove(_ job: LabelJob.ID) { try? FileManager.default.removeItem(atPath: path(of: job)) }
}

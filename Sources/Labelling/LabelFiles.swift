internal import Deadwax
internal import Foundation

/// The sheets of jobs as files, for printers and for who fetches them.
struct LabelFiles: Sendable {
  /// Below the hub's data folder.
  let folder: String

  func path(of job: LabelJob.ID) -> String { "\(folder)/\(job).pdf" }

  /// Writes a job's sheets, whole or not at all.
  ///
  /// - Throws: what the file system says.
  func write(_ pdf: [UInt8], of job: LabelJob.ID) throws {
    // Cards of borrowers are among them: nobody else on the machine is to read them.
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try Data(pdf).write(to: URL(fileURLWithPath: path(of: job)), options: .atomic)
  }

  /// Nil when there are none any more.
  func read(_ job: LabelJob.ID) -> [UInt8]? {
    FileManager.default.contents(atPath: path(of: job)).map { [UInt8]($0) }
  }

  func remove(_ job: LabelJob.ID) { try? FileManager.default.removeItem(atPath: path(of: job)) }
}

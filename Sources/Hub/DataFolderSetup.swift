internal import Foundation
internal import Glibc
internal import Log

/// The folder of the hub's data, which only the hub's own user may access.
enum DataFolderSetup {
  /// Creates the folder, or makes sure that other users cannot access it.
  ///
  /// If the folder is empty or contains the hub's own files, access by other users is removed. A folder with other
  /// contents is left unchanged, because it may be a home folder or a shared one. If other users could write to such a
  /// folder, the hub does not start.
  ///
  /// - Throws: `HubError`, or an error of Foundation if the folder cannot be created.
  static func prepare(_ path: String, logger: Logger) throws {
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & 0o077 != 0 else { return }
    let mode = "0" + String(status.st_mode & 0o7777, radix: 8)
    let names = try FileManager.default.contentsOfDirectory(atPath: path)
    let isOwn = names.isEmpty || names.contains("deadwax.sqlite")
    if isOwn, status.st_uid == geteuid(), chmod(path, 0o700) == 0 {
      logger.warning("other users could read the data folder \(path) (mode \(mode)); its mode is now 0700")
      return
    }
    guard status.st_mode & 0o022 == 0 else {
      throw HubError(
        "Other users can write to the data folder \(path) (mode \(mode)), so they could remove or replace the records. "
          + "Use a folder that belongs to the hub alone, or run: chmod 700 \(path)")
    }
    logger.warning("other users can read the data folder \(path) (mode \(mode)); run: chmod 700 \(path)")
  }
}

/// The files of attachments in a data folder, each named by the digest of its content.
enum AttachedFile {
  /// Returns the path of a file.
  ///
  /// - Parameters:
  ///   - digest: the SHA-256 digest of its content.
  ///   - data: the data folder.
  /// - Returns: the path, also of a file that is missing.
  static func path(of digest: String, in data: String) -> String {
    "\(data)/attachments/\(digest.prefix(2))/\(digest)"
  }
}

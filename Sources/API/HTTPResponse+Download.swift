internal import HTTPServer

extension HTTPResponse {
  /// Returns the header fields of a file that browsers save, and that is stored in no cache.
  ///
  /// - Parameters:
  ///   - type: its content type.
  ///   - name: the name of the file with its ending.
  /// - Returns: the fields.
  static func downloadFields(type: String, named name: String) -> [(String, String)] {
    [
      ("content-type", type), ("cache-control", "no-store"),
      ("content-disposition", "attachment; filename=\"\(name)\""),
    ]
  }
}

internal import HTTPServer

extension HTTPResponse {
  /// Returns the header fields of a table that browsers save as a file, and store in no cache.
  ///
  /// - Parameter name: the name of the file without its ending.
  /// - Returns: the fields.
  static func tableFields(named name: String) -> [(String, String)] {
    downloadFields(type: "text/csv; charset=utf-8; header=present", named: "\(name).csv")
  }

  /// Returns a table of comma-separated values.
  ///
  /// - Parameters:
  ///   - bytes: the whole table, with its header line.
  ///   - name: the name of the file without its ending.
  /// - Returns: the response.
  static func table(_ bytes: [UInt8], named name: String) -> HTTPResponse {
    HTTPResponse(status: 200, headers: tableFields(named: name), body: .bytes(bytes))
  }
}

internal import HTTPServer

extension HTTPResponse {
  /// Returns comma-separated values as a file to save. Its name is that of a route, and needs no quoting.
  static func table(_ bytes: [UInt8], named name: String) -> HTTPResponse {
    HTTPResponse(
      status: 200,
      headers: [
        ("content-type", "text/csv; charset=utf-8; header=present"), ("cache-control", "no-store"),
        ("content-disposition", "attachment; filename=\"\(name).csv\""),
      ],
      body: .bytes(bytes))
  }
}

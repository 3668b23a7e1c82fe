/// The media types of the files of a web page.
enum ContentType {
  private static let byExtension: [String: String] = [
    "css": "text/css; charset=utf-8",
    "gif": "image/gif",
    "html": "text/html; charset=utf-8",
    "ico": "image/x-icon",
    "jpeg": "image/jpeg",
    "jpg": "image/jpeg",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json",
    "map": "application/json",
    "mjs": "text/javascript; charset=utf-8",
    "mp3": "audio/mpeg",
    "ogg": "audio/ogg",
    "png": "image/png",
    "svg": "image/svg+xml",
    "ttf": "font/ttf",
    "txt": "text/plain; charset=utf-8",
    "wav": "audio/wav",
    "webmanifest": "application/manifest+json",
    "webp": "image/webp",
    "woff2": "font/woff2",
    "yaml": "application/yaml",
  ]

  /// Returns the media type of a file by its extension; `application/octet-stream` if the extension is not known.
  ///
  /// - Parameter name: a file name.
  /// - Returns: the value for a `Content-Type` field.
  static func of(_ name: String) -> String {
    guard let dot = name.lastIndex(of: ".") else { return "application/octet-stream" }
    return byExtension[name[name.index(after: dot)...].lowercased()] ?? "application/octet-stream"
  }
}

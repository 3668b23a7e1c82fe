/// The media types of what a web page is made of.
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
    "txt": "text/plain; charset=utf-8",
    "wav": "audio/wav",
    "webmanifest": "application/manifest+json",
    "webp": "image/webp",
    "woff2": "font/woff2",
    "yaml": "application/yaml",
  ]

  /// The media type of a file by the end of its name; bytes without meaning where that is not known.
  ///
  /// - Parameter name: a file name.
  /// - Returns: the type for a `Content-Type` field.
  static func of(_ name: String) -> String {
    guard let dot = name.lastIndex(of: ".") else { return "application/octet-stream" }
    return byExtension[name[name.index(after: dot)...].lowercased()] ?? "application/octet-stream"
  }
}

/// A supported picture format.
package enum PictureFormat: String, CaseIterable, Sendable, CustomStringConvertible {
  case jpeg = "JPEG"
  case png = "PNG"
  case webp = "WebP"
  /// The grey format of Netpbm (pgm(5)).
  case pgm = "PGM"

  package var description: String { rawValue }

  /// Detects a format by a file's first bytes, because a name does not determine the content.
  ///
  /// - Parameter bytes: the file, or at least its first 12 bytes. The result is nil if they begin none of the formats.
  package init?(firstBytes bytes: some Collection<UInt8>) {
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
      self = .webp
    } else if bytes.starts(with: "P2".utf8) || bytes.starts(with: "P5".utf8) {
      self = .pgm
    } else {
      return nil
    }
  }
}

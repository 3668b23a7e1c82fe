package import Deadwax

/// The cover of a release that a line of a file has.
package struct ImportCover: Hashable, Sendable {
  /// The largest picture, in bytes.
  package static let limit = 8 << 20

  /// A picture as it is stored.
  package struct Stored: Hashable, Sendable {
    /// The digest by which the file is named.
    package let content: String
    package let bytes: Int
    package let size: Attachment.Size?

    package init(content: String, bytes: Int, size: Attachment.Size?) {
      (self.content, self.bytes, self.size) = (content, bytes, size)
    }
  }

  /// The functions by which pictures are checked and stored, as those that people send.
  package struct Storing: Sendable {
    /// Returns true for the first bytes of a picture.
    package var isPicture: @Sendable ([UInt8]) -> Bool
    /// Rewrites and stores a picture, whose row is written later. Without a row, the housekeeping removes the file.
    package var store: @Sendable ([UInt8]) throws -> Stored

    package init(
      isPicture: @escaping @Sendable ([UInt8]) -> Bool, store: @escaping @Sendable ([UInt8]) throws -> Stored
    ) { (self.isPicture, self.store) = (isPicture, store) }
  }

  /// The SHA-256 digest of the picture in the file.
  let digest: String
  let bytes: Int
  /// The stored picture; nil in a preview, and for a line that adds no cover.
  var stored: Stored?

  /// The picture in a few words, for the preview.
  var summary: String { "\(bytes) bytes, SHA-256 \(digest.prefix(12))" }
}

package import Deadwax
internal import Execution
internal import Lending
internal import Storage

extension Attachments {
  /// Returns true for the first bytes of a picture.
  package static func isPicture(_ head: [UInt8]) -> Bool { ContentCheck.isPicture(head) }

  /// Rewrites and stores a picture whose row another use case writes. Without a row, the housekeeping removes the file.
  ///
  /// - Parameter bytes: the picture.
  /// - Returns: the digest by which the file is named, its size in bytes, and its size in pixels.
  /// - Throws: `AttachmentError` if it is no picture, or has no room; nothing is then stored.
  package func storeWithoutRow(_ bytes: [UInt8]) throws -> (content: String, bytes: Int, size: Attachment.Size?) {
    let picture = IncomingFile(bytes)
    guard case .picture = try ContentCheck.kind(of: picture, declared: "application/octet-stream") else {
      throw AttachmentError.refused("This is no JPEG, PNG or WebP picture.")
    }
    let (quota, used) = try database.read { reading in
      (try policies.library(in: reading).attachments.quota, try reading.attachedBytes())
    }
    let (stored, size) = try cleaned(picture)
    guard used + stored.count <= quota << 20 else { throw AttachmentError.quotaReached(quota) }
    _ = try stored.store(in: folder, as: stored.digest)
    return (stored.digest, stored.count, size)
  }
}

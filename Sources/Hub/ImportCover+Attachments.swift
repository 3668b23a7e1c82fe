internal import Attachments
internal import Moving

extension ImportCover.Stored {
  /// Stores a cover of an imported file, as one that a person sends.
  ///
  /// - Throws: `MovingError.diskFull`, or `.unavailable` with the reason.
  init(storing bytes: [UInt8], in attachments: Attachments) throws {
    do {
      let stored = try attachments.storeWithoutRow(bytes)
      self.init(content: stored.content, bytes: stored.bytes, size: stored.size)
    } catch AttachmentError.diskFull {
      throw MovingError.diskFull
    } catch let error as AttachmentError {
      throw MovingError.unavailable("A cover was not stored: \(error)")
    }
  }
}

package import Deadwax

extension Reading {
  /// Creates the reading of a barcode that came into view or was sent by a scanner.
  package init(_ code: ReaderMessage.CodeSeen) {
    self.init(
      id: code.id, at: code.at, symbology: code.symbology, text: code.text, isVerified: code.isVerified,
      quality: code.quality, frames: code.frames)
  }

  /// Creates the reading of a tag that was placed on the reader.
  package init(_ tag: ReaderMessage.TagSeen) {
    self.init(
      id: tag.id, at: tag.at, symbology: .tagUID, text: tag.uid.description, written: tag.code, fault: tag.fault)
  }
}

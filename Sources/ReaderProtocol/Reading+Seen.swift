package import Deadwax

extension Reading {
  /// A barcode that came into view, or was sent by a scanner.
  package init(_ code: ReaderMessage.CodeSeen) {
    self.init(
      id: code.id, at: code.at, symbology: code.symbology, text: code.text, isVerified: code.isVerified,
      quality: code.quality, frames: code.frames)
  }

  /// A tag that came onto the reader.
  package init(_ tag: ReaderMessage.TagSeen) {
    self.init(
      id: tag.id, at: tag.at, symbology: .tagUID, text: tag.uid.description, written: tag.code, fault: tag.fault)
  }
}

extension ReaderMessage.CodeSeen {
  /// By what it is told from the other things before its reader.
  package var sight: String { "\(symbology) \(text)" }
}

extension ReaderMessage.TagSeen {
  /// By what it is told from the other things on its reader.
  package var sight: String { "tag \(uid)" }
}

internal import Deadwax

/// The check of what a person sends: the first bytes decide about the kind, and neither a name nor a claim.
enum ContentCheck {
  /// The maximum size of a text in bytes.
  static let textLimit = 1 << 20

  /// Returns the kind of a content.
  ///
  /// - Parameters:
  ///   - content: the content.
  ///   - type: the declared media type without parameters, in lower case; nil if there is none.
  /// - Returns: the kind.
  /// - Throws: `AttachmentError.refused` or `.wrongType`.
  static func kind(of content: IncomingFile, declared type: String?) throws(AttachmentError) -> Attachment.Kind {
    guard let type, case let claimed = claims[type], claimed != nil || type == openType else {
      throw .wrongType(
        "The type must be image/jpeg, image/png, image/webp, application/pdf, text/plain or application/octet-stream.")
    }
    let head = content.bytes(at: 0, count: 16)
    guard !head.isEmpty else { throw .refused("The content is empty.") }
    let found: Attachment.Kind
    if isPicture(head) {
      found = .picture
    } else if head.starts(with: Array("%PDF-".utf8)) {
      try checkPDF(head, content.bytes(at: max(0, content.count - 1024), count: 1024))
      found = .pdf
    } else {
      guard content.count <= textLimit else { throw .refused("A text may have at most \(textLimit) bytes.") }
      try checkText(content.bytes(at: 0, count: textLimit))
      found = .text
    }
    if let claimed, claimed != found { throw .wrongType("The content is not of the declared type \(type).") }
    return found
  }

  /// The media type that declares no kind.
  private static let openType = "application/octet-stream"

  /// The kinds that media types declare.
  private static let claims: [String: Attachment.Kind] = [
    "image/jpeg": .picture, "image/png": .picture, "image/webp": .picture, "application/pdf": .pdf,
    "text/plain": .text,
  ]

  static func isPicture(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0xFF, 0xD8, 0xFF]) || bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
      || (bytes.starts(with: Array("RIFF".utf8)) && bytes.dropFirst(8).starts(with: Array("WEBP".utf8)))
  }

  /// Checks the head and the end of a PDF (ISO 32000-1, 7.5.2 and 7.5.5).
  private static func checkPDF(_ head: [UInt8], _ tail: [UInt8]) throws(AttachmentError) {
    let version = head.dropFirst(5).prefix(3).map { Character(UnicodeScalar($0)) }
    guard version.count == 3, "12".contains(version[0]), version[1] == ".", version[2].isNumber else {
      throw .refused("The PDF is damaged: it has no version.")
    }
    let mark = Array("%%EOF".utf8)
    let hasEnd = tail.indices.contains { tail[$0...].starts(with: mark) }
    guard hasEnd else { throw .refused("The PDF ends too early.") }
  }

  private static func checkText(_ bytes: [UInt8]) throws(AttachmentError) {
    guard let text = String(validating: bytes, as: UTF8.self),
      text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F || "\t\n\r".unicodeScalars.contains($0) })
    else { throw .refused("This is no JPEG, PNG or WebP picture, no PDF, and no text in UTF-8.") }
    let start = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }.prefix(400).lowercased()
    guard !start.isEmpty else { throw .refused("The text is empty.") }
    guard !["<!doctype", "<html", "<svg", "<script", "<?xml", "<!--"].contains(where: { start.hasPrefix($0) }) else {
      throw .refused("Web pages and drawings (HTML, XML, SVG) are not accepted.")
    }
  }
}

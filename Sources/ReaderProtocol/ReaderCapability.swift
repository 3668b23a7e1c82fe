/// A capability of a reader, as its hello states it. The raw value is the word in the protocol.
package enum ReaderCapability: String, CaseIterable, Sendable {
  /// It reads barcodes.
  case codes
  /// It reads tags.
  case tags
  /// It reports when a barcode leaves. Without it, a barcode is only `scanned`. Tags always arrive and leave.
  case presence
  /// It sends pictures on request.
  case preview
  /// It executes orders for tags.
  case write
  /// It sees many objects at once in normal use, such as a gate. None of them is in a hand.
  case many

  /// Returns the capabilities of a reader.
  ///
  /// - Parameters:
  ///   - stated: the words of its hello. Unknown words are ignored.
  ///   - kind: the kind of the reader. A hello of an earlier version states neither `codes` nor `tags`; it gets the
  ///     capabilities that readers of its kind always had. A program of another kind reads barcodes.
  /// - Returns: the known capabilities.
  static func of(_ stated: [String], kind: ReaderKind) -> Set<ReaderCapability> {
    let known = Set(stated.compactMap(ReaderCapability.init(rawValue:)))
    guard known.isDisjoint(with: [.codes, .tags]) else { return known }
    return known.union(of(kind))
  }

  /// Returns the capabilities that readers of a kind have if they state none.
  package static func of(_ kind: ReaderKind) -> Set<ReaderCapability> {
    switch kind {
    case .camera: [.codes, .presence, .preview]
    case .nfc: [.tags, .presence, .write]
    case .unknown: []
    default: [.codes]
    }
  }
}

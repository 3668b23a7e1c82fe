/// One record of an NDEF message, with the pieces of a chunked one already joined.
package struct NDEFRecord: Hashable, Sendable {
  /// How `type` is to be read (NDEF 1.0, 3.2.6). The raw value is the TNF field.
  package enum Format: UInt8, CaseIterable, Sendable {
    case empty = 0
    /// A type of the NFC Forum, as `U` or `T`.
    case wellKnown = 1
    /// A media type, as `text/vcard`.
    case media = 2
    case absoluteURI = 3
    /// `domain:type`, given out by whoever owns the domain.
    case external = 4
    case unknown = 5
  }

  package let format: Format
  /// At most 255 bytes.
  package let type: [UInt8]
  /// At most 255 bytes; empty when the record has none.
  package let id: [UInt8]
  package let payload: [UInt8]

  package init(format: Format, type: [UInt8] = [], id: [UInt8] = [], payload: [UInt8] = []) {
    precondition(type.count <= 255 && id.count <= 255, "a record's type and id have one byte of length each")
    self.format = format
    self.type = type
    self.id = id
    self.payload = payload
  }

  /// Whether the record is of this well-known type. Well-known types are compared with case.
  package func isWellKnown(_ name: String) -> Bool { format == .wellKnown && type.elementsEqual(name.utf8) }

  /// Whether the record is of this external type, given in lower case as `deadwax.example:pb`; the record's own is
  /// compared without case (NFC Forum, Record Type Definition 1.0).
  package func isExternal(_ name: String) -> Bool {
    format == .external && type.lazy.map(\.lowerCased).elementsEqual(name.utf8)
  }
}

extension UInt8 {
  /// An ASCII upper-case letter folded to lower case; any other byte as it is.
  var lowerCased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}

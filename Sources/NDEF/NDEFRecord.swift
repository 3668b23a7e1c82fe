/// A record of an NDEF message. The chunks of a chunked record are already joined.
package struct NDEFRecord: Hashable, Sendable {
  /// The interpretation of `type` (NDEF 1.0, 3.2.6). The raw value is the TNF field.
  package enum Format: UInt8, CaseIterable, Sendable {
    case empty = 0
    /// A type that the NFC Forum defines, such as `U` or `T`.
    case wellKnown = 1
    /// A media type, such as `text/vcard`.
    case media = 2
    case absoluteURI = 3
    /// `domain:type`, defined by the owner of the domain.
    case external = 4
    case unknown = 5
  }

  package let format: Format
  /// The type, at most 255 bytes.
  package let type: [UInt8]
  /// The id, at most 255 bytes; empty if the record has none.
  package let id: [UInt8]
  package let payload: [UInt8]

  package init(format: Format, type: [UInt8] = [], id: [UInt8] = [], payload: [UInt8] = []) {
    precondition(type.count <= 255 && id.count <= 255, "a record's type and id have one byte of length each")
    self.format = format
    self.type = type
    self.id = id
    self.payload = payload
  }

  /// Returns true if the record has this well-known type. Well-known types are case-sensitive.
  package func isWellKnown(_ name: String) -> Bool { format == .wellKnown && type.elementsEqual(name.utf8) }

  /// Returns true if the record has this external type. `name` is in lower case, for example `deadwax.example:pb`. The
  /// record's type is compared case-insensitively (NFC Forum, Record Type Definition 1.0).
  package func isExternal(_ name: String) -> Bool {
    format == .external && type.lazy.map(\.lowerCased).elementsEqual(name.utf8)
  }
}

extension UInt8 {
  /// The byte in lower case if it is an ASCII upper-case letter, otherwise the unchanged byte.
  var lowerCased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}

/// A web or other address in a record of the well-known type `U` (NFC Forum, URI Record Type Definition 1.0).
package struct URIRecord: Hashable, Sendable {
  package let uri: String

  package init(_ uri: String) { self.uri = uri }

  /// Nil if the record does not have type `U`, is empty, or its text is not UTF-8.
  package init?(_ record: NDEFRecord) {
    guard record.isWellKnown("U"), let code = record.payload.first,
      let rest = String(validating: record.payload.dropFirst(), as: UTF8.self)
    else { return nil }
    // Unassigned codes mean no prefix (URI RTD 1.0, 3.2.2).
    let prefix = Int(code) < Self.prefixes.count ? Self.prefixes[Int(code)] : ""
    uri = prefix + rest
  }

  /// The encoded record. The longest matching prefix is replaced by its code.
  package var record: NDEFRecord {
    var code = 0
    for (candidate, prefix) in Self.prefixes.enumerated()
    where prefix.utf8.count > Self.prefixes[code].utf8.count && uri.utf8.starts(with: prefix.utf8) {
      code = candidate
    }
    let rest = uri.utf8.dropFirst(Self.prefixes[code].utf8.count)
    return NDEFRecord(format: .wellKnown, type: Array("U".utf8), payload: [UInt8(code)] + rest)
  }

  /// The prefixes of URI RTD 1.0, table 3; the index is the code.
  private static let prefixes = [
    "", "http://www.", "https://www.", "http://", "https://", "tel:", "mailto:", "ftp://anonymous:anonymous@",
    "ftp://ftp.", "ftps://", "sftp://", "smb://", "nfs://", "ftp://", "dav://", "news:", "telnet://", "imap:",
    "rtsp://", "urn:", "pop:", "sip:", "sips:", "tftp:", "btspp://", "btl2cap://", "btgoep://", "tcpobex://",
    "irdaobex://", "file://", "urn:epc:id:", "urn:epc:tag:", "urn:epc:pat:", "urn:epc:raw:", "urn:epc:", "urn:nfc:",
  ]
}

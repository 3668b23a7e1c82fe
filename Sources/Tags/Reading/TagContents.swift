package import Deadwax
internal import NDEF

/// What was read off a tag.
package struct TagContents: Hashable, Sendable {
  package let kind: String?
  package let ndef: [UInt8]?
  package let code: OwnCode?
  package let fault: TagFault?

  /// A tag whose memory was not read, for the given reason or because it has none that we read.
  init(kind: TagKind, fault: TagFault? = nil) {
    self.kind = kind.name
    ndef = nil
    code = nil
    self.fault = fault
  }

  /// A Type 2 tag, from where its memory said the message is.
  init(kind: TagKind, found: Type2Memory.Found) {
    self.kind = kind.name
    switch found {
    case .message(let message):
      ndef = message
      switch PseudoBarcode.read(message) {
      case .code(let code), .address(let code): (self.code, fault) = (code, nil)
      case .none: (code, fault) = (nil, nil)
      case .badChecksum: (code, fault) = (nil, .checksum)
      case .disagree: (code, fault) = (nil, .disagree)
      case .newerVersion: (code, fault) = (nil, .newer)
      case .malformed: (code, fault) = (nil, .malformed)
      }
    case .empty, .none, .unformatted: (ndef, code, fault) = (nil, nil, nil)
    case .torn: (ndef, code, fault) = (nil, nil, .torn)
    case .needsMore: (ndef, code, fault) = (nil, nil, .unread)
    }
  }
}

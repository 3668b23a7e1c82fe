package import Deadwax
internal import NDEF

/// What was read off a tag.
package struct TagContents: Hashable, Sendable {
  /// Whether it can be written, as far as that was seen. The raw value goes to the host.
  package enum Access: String, CaseIterable, Sendable {
    case writable
    /// Lock bits or the capability container forbid it for good.
    case locked
    /// A password guards it.
    case sealed
    /// It is no tag that we write.
    case unsupported
  }

  /// Whose content it carries. The raw value goes to the host.
  package enum Owner: String, CaseIterable, Sendable {
    case empty, own, foreign
  }

  package let kind: String?
  package let ndef: [UInt8]?
  package let code: OwnCode?
  package let fault: TagFault?
  /// Bytes for a message; nil when that was not found out.
  package let capacity: Int?
  package let access: Access?
  package let owner: Owner?

  /// A tag whose memory was not read, for the given reason or because it has none that we read.
  init(kind: TagKind, fault: TagFault? = nil) {
    self.kind = kind.name
    ndef = nil
    code = nil
    self.fault = fault
    capacity = nil
    access = kind.isType2 ? nil : .unsupported
    owner = nil
  }

  /// A Type 2 tag, from where its memory said the message is.
  ///
  /// - Parameters:
  ///   - kind: what it is.
  ///   - found: what the walk over its memory came to.
  ///   - memory: from page 2 on, as far as it was read.
  init(kind: TagKind, found: Type2Memory.Found, memory: [UInt8]) {
    let room = TagRoom(memory, kind: kind)
    self.kind = kind.name
    capacity = room.capacity
    access = room.access
    owner = Self.owner(found, room.data)
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

  /// What would be told of a Type 2 tag with this memory.
  ///
  /// - Parameter memory: from page 2 on, as far as it was read.
  package init(memory: [UInt8]) {
    let kind = TagKind(atqa: 0x0044, sak: 0x00)
    self.init(kind: kind, found: Type2Memory.find(in: Array(memory.dropFirst(4))), memory: memory)
  }

  /// Whose content stands there.
  ///
  /// - Parameters:
  ///   - found: what the walk over the memory came to.
  ///   - data: from page 4 on, as far as it was read.
  /// - Returns: nil when it cannot be told. What is broken is ours when our record's name stands in it.
  static func owner(_ found: Type2Memory.Found, _ data: ArraySlice<UInt8>) -> Owner? {
    switch found {
    case .empty, .none: return .empty
    case .unformatted: return data.allSatisfy { $0 == 0 } ? .empty : .foreign
    case .torn: return PseudoBarcode.leavesTrace(in: data) ? .own : .foreign
    case .needsMore: return nil
    case .message(let message):
      switch PseudoBarcode.read(message) {
      case .code, .address, .badChecksum, .disagree, .newerVersion: return .own
      case .malformed: return PseudoBarcode.leavesTrace(in: data) ? .own : .foreign
      case .none:
        let records = (try? NDEFMessage(parsing: message))?.records ?? []
        return records.allSatisfy { $0.format == .empty } ? .empty : .foreign
      }
    }
  }
}

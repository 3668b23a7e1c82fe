package import Deadwax
package import NDEF

/// The result of reading a tag.
package struct TagReadResult: Hashable, Sendable {
  /// The tag's protection against writing, as far as its pages were read. The raw value is sent to the host.
  package enum Access: String, CaseIterable, Sendable {
    case writable
    /// Lock bits or the capability container make the tag read-only for good.
    case locked
    /// A password protects the tag.
    case sealed
    /// The tag is of a kind that cannot be written.
    case unsupported
  }

  /// The owner of the tag's content. The raw value is sent to the host.
  package enum Owner: String, CaseIterable, Sendable {
    case empty, own, foreign
  }

  package let kind: String?
  package let ndef: [UInt8]?
  package let code: OwnCode?
  package let fault: TagFault?
  /// The tag's capacity for a message in bytes; nil if it was not determined.
  package let capacity: Int?
  package let access: Access?
  package let owner: Owner?

  /// Creates the contents of a tag whose memory was not read, because of `fault` or because its kind has no readable
  /// memory.
  init(kind: TagKind, fault: TagFault? = nil) {
    self.kind = kind.name
    ndef = nil
    code = nil
    self.fault = fault
    capacity = nil
    access = kind.isType2 ? nil : .unsupported
    owner = nil
  }

  /// Decodes the memory of a Type 2 tag.
  ///
  /// - Parameters:
  ///   - kind: the tag's kind.
  ///   - memory: the bytes from page 2 on, as far as they were read.
  ///   - dynamicLock: the page of the dynamic lock bits; nil if there is none, or it was not read.
  ///   - addresses: the addresses that identify a message as this library's own.
  init(kind: TagKind, memory: [UInt8], dynamicLock: [UInt8]?, addresses: [TagAddress]) {
    // Lock bits follow the user pages.
    let end = kind.layout.map { ($0.userPages.upperBound - Type2Memory.containerPage) * Type2Memory.pageLength }
    let walked = Array(memory.dropFirst(Type2Memory.pageLength).prefix(end ?? memory.count))
    let found = Type2Memory.find(in: walked)
    let content = Type2Content(walked, layout: kind.layout, addresses: addresses)
    let room = Type2Capacity(memory, kind: kind, damage: content.damage, dynamicLock: dynamicLock)
    self.kind = kind.name
    capacity = room.capacity
    access = room.access
    owner = content.owner
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
    case .empty, .none, .unformatted: (ndef, code, fault) = (nil, nil, content.isBroken ? .torn : nil)
    case .torn: (ndef, code, fault) = (nil, nil, .torn)
    case .needsMore: (ndef, code, fault) = (nil, nil, .unread)
    }
  }

  /// Decodes the memory of a Type 2 tag of unknown kind.
  ///
  /// - Parameters:
  ///   - memory: the bytes from page 2 on, as far as they were read.
  ///   - addresses: the addresses that identify a message as this library's own.
  package init(memory: [UInt8], addresses: [TagAddress]) {
    self.init(kind: TagKind(atqa: 0x0044, sak: 0x00), memory: memory, dynamicLock: nil, addresses: addresses)
  }
}

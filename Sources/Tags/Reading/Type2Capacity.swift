internal import NDEF

/// The capacity of a Type 2 tag and its protection against writing, derived from its first pages.
struct Type2Capacity {
  /// The capacity for a message in bytes; nil if the tag cannot be written, or too little was read.
  let capacity: Int?
  let access: TagReadResult.Access?

  /// The last page of Deadwax's own message on an NTAG213. Locked pages behind it do not prevent writing.
  static let lastMessagePage = 23

  /// Evaluates the pages that were read.
  ///
  /// - Parameters:
  ///   - memory: the bytes from page 2 on; without at least 8 bytes both results are nil.
  ///   - kind: the tag's kind.
  ///   - damage: the damage to its TLVs.
  ///   - dynamicLock: the page of the dynamic lock bits; nil if there is none, or it was not read.
  init(_ memory: [UInt8], kind: TagKind, damage: Type2Damage, dynamicLock: [UInt8]?) {
    guard memory.count >= 8 else {
      (capacity, access) = (nil, nil)
      return
    }
    let walked = Array(memory.dropFirst(4))
    let locks = UInt16(memory[3]) << 8 | UInt16(memory[2])
    let isLockedBehind = dynamicLock.map { bytes in
      (16...Self.lastMessagePage).contains { kind.layout?.locks($0, dynamicLock: bytes) ?? false }
    }
    func permission(fromPage page: Int) -> TagReadResult.Access {
      Self.locks(locks, fromPage: page) || isLockedBehind ?? false || walked[3] & 0x0F != 0 ? .locked : .writable
    }
    if let layout = kind.layout, walked.prefix(4).contains(where: { $0 != 0 }) {
      if Type2Plan.isUnfinished(walked, container: layout.container) {
        capacity = Type2Area.capacity(of: Int(layout.container[2]) * 8)
        access = permission(fromPage: 3)
        return
      }
      if case .broken = damage {
        capacity = Type2Area.capacity(of: Int(walked[2]) * 8 - layout.front.count)
        access = permission(fromPage: 4)
        return
      }
    }
    switch Type2Area.find(in: walked) {
    case .area(let area):
      capacity = area.capacity
      access = permission(fromPage: Type2Memory.containerPage + area.place / 4)
    case .needsMore:
      capacity = nil
      access = permission(fromPage: 4)
    case .unformatted:
      // The capacity that the tag has after it is formatted for NDEF.
      let container = kind.layout?.container ?? []
      guard walked.prefix(4).allSatisfy({ $0 == 0 }), container.count == 4 else {
        (capacity, access) = (nil, .unsupported)
        return
      }
      capacity = Type2Area.capacity(of: Int(container[2]) * 8)
      access = permission(fromPage: 3)
    }
  }

  /// Returns true if static lock bytes lock any page from this one to 15 (NTAG21x data sheet, 8.5.2). From page 3 on
  /// each page has its bit; the lowest three bits lock only other lock bits.
  private static func locks(_ bits: UInt16, fromPage page: Int) -> Bool { page < 16 && bits >> UInt16(page) != 0 }
}

internal import NDEF

/// What the first pages of a Type 2 tag say about writing to it: how much room there is, and whether it is allowed.
struct TagRoom {
  /// Bytes for a message; nil when the tag takes none, or not enough was read.
  let capacity: Int?
  let access: TagContents.Access?
  /// From page 4 on, as far as it was read.
  let data: ArraySlice<UInt8>

  /// - Parameters:
  ///   - memory: from page 2 on, at least 8 bytes.
  ///   - kind: what the tag is.
  init(_ memory: [UInt8], kind: TagKind) {
    data = memory.dropFirst(8)
    guard memory.count >= 8 else {
      (capacity, access) = (nil, nil)
      return
    }
    let walked = Array(memory.dropFirst(4))
    let locks = UInt16(memory[3]) << 8 | UInt16(memory[2])
    switch Type2Area.find(in: walked) {
    case .area(let area):
      capacity = area.capacity
      access =
        Self.locks(locks, fromPage: Type2Memory.containerPage + area.place / 4) || walked[3] & 0x0F != 0
        ? .locked : .writable
    case .needsMore:
      capacity = nil
      access = Self.locks(locks, fromPage: 4) || walked[3] & 0x0F != 0 ? .locked : .writable
    case .unformatted:
      // What it would hold once it is made an NDEF tag.
      let container = kind.layout?.container ?? []
      guard walked.prefix(4).allSatisfy({ $0 == 0 }), container.count == 4 else {
        (capacity, access) = (nil, .unsupported)
        return
      }
      capacity = Type2Area.capacity(of: Int(container[2]) * 8)
      access = Self.locks(locks, fromPage: 3) ? .locked : .writable
    }
  }

  /// Whether static lock bytes lock any page from this one to 15 (NTAG21x data sheet, 8.5.2): from 3 on each page has its
  /// bit; the lowest three lock only other lock bits.
  private static func locks(_ bits: UInt16, fromPage page: Int) -> Bool { page < 16 && bits >> UInt16(page) != 0 }
}

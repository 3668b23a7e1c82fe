internal import NDEF

/// The owner of a Type 2 tag's content, and the damage by a torn write.
struct Type2Content {
  let damage: Type2Damage
  /// The owner of the content; nil if too little was read to determine it.
  let owner: TagReadResult.Owner?

  /// True if the TLVs are damaged, so that a message that was there cannot be found.
  var isBroken: Bool { if case .broken = damage { true } else { false } }

  /// Classifies the memory of a tag.
  ///
  /// - Parameters:
  ///   - memory: the tag's bytes from page 3 on, as far as they were read.
  ///   - layout: the layout of the tag's kind; nil if the kind is unknown.
  ///   - addresses: the addresses that identify a message as this library's own.
  init(_ memory: [UInt8], layout: Type2Layout?, addresses: [TagAddress]) {
    damage = Type2Damage.find(in: memory, front: layout?.front)
    let data = memory.dropFirst(Type2Memory.containerLength)
    let hasTrace = addresses.contains { $0.leavesTrace(in: data) }
    if case .broken(let isHeaderLost) = damage {
      owner = hasTrace ? .own : isHeaderLost ? .empty : .foreign
      return
    }
    switch Type2Memory.find(in: memory) {
    case .empty, .none: owner = .empty
    case .unformatted:
      let isUnfinished = layout.map { Type2Plan.isUnfinished(memory, container: $0.container) } ?? false
      let rest = isUnfinished ? data.dropFirst() : data
      owner = rest.allSatisfy { $0 == 0 } ? .empty : .foreign
    case .torn: owner = hasTrace ? .own : .foreign
    case .needsMore: owner = nil
    case .message(let message):
      guard let records = try? NDEFMessage(parsing: message).records else {
        owner = hasTrace ? .own : .foreign
        return
      }
      let isEmpty = records.allSatisfy { $0.format == .empty }
      owner = isEmpty ? .empty : PseudoBarcode.isOwn(message, addresses) ? .own : .foreign
    }
  }
}

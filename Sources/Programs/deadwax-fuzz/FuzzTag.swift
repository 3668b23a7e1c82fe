internal import Deadwax
internal import NDEF
internal import Tags

/// Reads the memory of a tag on the reader, from page 2 on: parses it, interprets it and plans writes to it.
func readTag(_ bytes: [UInt8]) {
  if let message = try? NDEFMessage(parsing: bytes) {
    // The parsed message is serialised and parses to the same message.
    guard let written = try? message.bytes() else { return }
    precondition((try? NDEFMessage(parsing: written)) == message)
  }
  _ = PseudoBarcode.read(bytes)
  let contents = TagReadResult(memory: bytes, addresses: [.standard])
  precondition(contents.fault == nil || contents.code == nil)
  precondition(contents.capacity.map { (0...2040).contains($0) } ?? true)
  let memory = Array(bytes.dropFirst(4))
  let code = OwnCode(.copy, number: 0x0123_4567_89AB_CDEF)
  for message in [PseudoBarcode.message(for: code), PseudoBarcode.addressOnly(for: code), []] {
    write(message, memory, container: nil, front: nil)
    write(message, memory, container: [0xE1, 0x10, 0x12, 0x00], front: [0x01, 0x03, 0xA0, 0x0C, 0x34])
  }
}

/// Carries out a plan. After each write the tag has its old message, the new one or none.
private func write(_ message: [UInt8], _ old: [UInt8], container: [UInt8]?, front: [UInt8]?) {
  switch Type2Plan.make(for: message, on: old, container: container, front: front) {
  case .needsMore(let count): precondition(count > old.count)
  case .noRoom(let capacity): precondition(capacity < max(1, message.count))
  case .unformatted: break
  case .plan(let plan):
    var memory = old
    let before = Type2Memory.find(in: old)
    for write in plan.writes {
      precondition(write.page >= (container == nil ? 4 : 3) && write.bytes.count == 4)
      let start = (write.page - 3) * 4
      memory.replaceSubrange(start..<start + 4, with: write.bytes)
      // Blocks in front that are rewritten may have any content while the length is 0. A tag's own blocks are trusted.
      guard front == nil, case .message(let found) = Type2Memory.find(in: memory) else { continue }
      precondition(found == message || before == .message(found))
    }
    switch Type2Memory.find(in: memory) {
    case .message(let found): precondition(found == message)
    case .empty: precondition(message.isEmpty)
    case .none, .unformatted, .torn, .needsMore: preconditionFailure("the write had no effect")
    }
  }
}

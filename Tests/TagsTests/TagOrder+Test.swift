import Deadwax
import NDEF
import ReaderProtocol
import Synchronization
import Testing
import VirtualChip

extension TagOrder {
  private static let numbers = Atomic(0)

  /// Creates an order with an id of its own, for the default tag.
  static func make(
    _ action: Action = .write, uid: String = TagReaderTests.uid, code: OwnCode = TagReaderTests.code,
    message: [UInt8]? = nil, isShortAllowed: Bool = true, patience: Duration = .seconds(60), overwrite: Bool = false,
    password: [UInt8]? = nil, seal: Seal? = nil
  ) throws -> TagOrder {
    let id = "\(numbers.add(1, ordering: .relaxed).newValue)"
    let isWrite = action == .write
    return TagOrder(
      id: id, action: action, uid: try #require(TagID(uid)),
      message: isWrite ? message ?? PseudoBarcode.message(for: code) : nil,
      short: isWrite && message == nil && isShortAllowed ? PseudoBarcode.addressOnly(for: code) : nil,
      patience: patience, overwrite: overwrite, password: password, seal: seal)
  }
}

extension VirtualChip {
  /// Returns the memory of a Type 2 tag, present or removed, including password and PACK.
  func memory(_ uid: String = TagReaderTests.uid) throws -> [UInt8] {
    let number = try #require(TagID(uid))
    let card = try #require((cards + torn).first { $0.uid == number })
    return card.eeprom.bytes
  }

  /// The number of WRITE commands that reached a card.
  var writeCount: Int { statistics.commandsOnAir["WRITE"] ?? 0 }
}

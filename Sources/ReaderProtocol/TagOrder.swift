package import Deadwax

/// What is to be done to one tag. It waits in the reader until that very tag lies there, and no other tag is touched.
///
/// An order gets exactly one result. One that has begun to change the tag is finished as soon as the tag is back, also after
/// its time; when that takes more than a second, the result says that the tag may be half written, and the host sends the
/// order again when the tag is there.
package struct TagOrder: Hashable, Sendable {
  /// The raw value is the line's type.
  package enum Action: String, CaseIterable, Sendable {
    /// Put `message` on it, or `short` where that does not fit; then seal it, if `seal` is given.
    case write
    /// Leave an empty message, and no seal.
    case erase
    /// Set the seal, or take it away where `seal` is nil.
    case seal
  }

  /// The password protection of an NTAG: everybody reads, only who has the password writes (NXP NTAG213/215/216, 8.8). It
  /// goes through the air in the clear: a guard against accident, not against malice.
  package struct Seal: Hashable, Sendable {
    /// 4 bytes.
    package let password: [UInt8]
    /// 2 bytes, which the tag answers to the right password.
    package let pack: [UInt8]

    /// Nil unless there are 4 and 2 bytes.
    package init?(password: [UInt8], pack: [UInt8]) {
      guard password.count == TagOrder.passwordLength, pack.count == TagOrder.packLength else { return nil }
      self.password = password
      self.pack = pack
    }
  }

  /// A longer message is refused unread: the largest tag we write holds 868 bytes.
  package static let messageLimit = 4096
  /// The longest time an order may wait.
  package static let patienceLimit = Duration.seconds(24 * 60 * 60)
  package static let passwordLength = 4
  package static let packLength = 2

  /// Given by the host, and named in the result; 1 to 100 bytes.
  package var id: String
  package var action: Action
  package var uid: TagUID
  /// The NDEF message to write, 1 to `messageLimit` bytes; nil for all but `write`.
  package var message: [UInt8]?
  /// A shorter message for a tag on which `message` has no room.
  package var short: [UInt8]?
  /// From the moment the order comes, how long it may wait before it begins; 0 to `patienceLimit`.
  package var patience: Duration
  /// Whether content of somebody else may be replaced.
  package var overwrite: Bool
  /// Opens a tag that was sealed before; 4 bytes.
  package var password: [UInt8]?
  package var seal: Seal?

  package init(
    id: String, action: Action, uid: TagUID, message: [UInt8]? = nil, short: [UInt8]? = nil, patience: Duration,
    overwrite: Bool = false, password: [UInt8]? = nil, seal: Seal? = nil
  ) {
    self.id = id
    self.action = action
    self.uid = uid
    self.message = message
    self.short = short
    self.patience = patience
    self.overwrite = overwrite
    self.password = password
    self.seal = seal
  }
}

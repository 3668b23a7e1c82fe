package import Deadwax

/// An order to change one tag. It waits in the reader until that tag is present. No other tag is changed.
///
/// An order gets exactly one result. An order that has begun to change the tag is completed when the tag is back, even
/// after its deadline. If that takes more than a second, the result reports that the tag may be half written. The host
/// then sends the order again when the tag is present.
package struct TagOrder: Hashable, Sendable {
  /// The action of an order. The raw value is the type of the line.
  package enum Action: String, CaseIterable, Codable, Sendable {
    /// Writes `message`, or `short` if that does not fit; then seals the tag if `seal` is given.
    case write
    /// Leaves an empty message, and removes the seal if `password` is given.
    case erase
    /// Sets the seal, or removes it if `seal` is nil.
    case seal
  }

  /// The password protection of an NTAG: reading is unrestricted, writing requires the password (NXP NTAG213/215/216,
  /// 8.8). The password is sent unencrypted, so it protects against accidents, not against attacks.
  package struct Seal: Hashable, Sendable {
    /// The password, 4 bytes.
    package let password: [UInt8]
    /// The PACK, 2 bytes with which the tag answers the right password.
    package let pack: [UInt8]

    /// Nil unless there are 4 and 2 bytes.
    package init?(password: [UInt8], pack: [UInt8]) {
      guard password.count == TagOrder.passwordLength, pack.count == TagOrder.packLength else { return nil }
      self.password = password
      self.pack = pack
    }
  }

  /// The maximum length of a message in bytes. The largest supported tag holds 868 bytes.
  package static let messageLimit = 4096
  /// The maximum time an order may wait.
  package static let patienceLimit = Duration.seconds(24 * 60 * 60)
  package static let passwordLength = 4
  package static let packLength = 2

  /// The id that the host assigned and the result repeats; 1 to 100 bytes.
  package var id: String
  package var action: Action
  package var uid: TagID
  /// The NDEF message to write, 1 to `messageLimit` bytes; nil for actions other than `write`.
  package var message: [UInt8]?
  /// A shorter message for a tag that is too small for `message`.
  package var short: [UInt8]?
  /// The time from receipt within which the order must begin; 0 to `patienceLimit`.
  package var patience: Duration
  /// True if foreign content may be replaced.
  package var overwrite: Bool
  /// The password of a tag that is already sealed; 4 bytes.
  package var password: [UInt8]?
  package var seal: Seal?

  package init(
    id: String, action: Action, uid: TagID, message: [UInt8]? = nil, short: [UInt8]? = nil, patience: Duration,
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

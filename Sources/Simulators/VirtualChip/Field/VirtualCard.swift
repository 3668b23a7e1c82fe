package import Deadwax

/// A selected ISO/IEC 14443 type A card: its UID, ATQA and SAK, and its answers.
///
/// `Antenna` and `Activation` implement wake-up, anticollision and halting, which are the same for all cards.
package protocol VirtualCard: Sendable {
  /// The current UID; a phone uses a new one each time the field is switched on.
  var uid: TagID { get }
  /// The ATQA, high byte first as the chip reports it; 0044 for an NTAG.
  var atqa: UInt16 { get }
  /// The SAK of the last select; 00 for an NTAG.
  var sak: UInt8 { get }
  /// The name of the kind, for example `ntag213`.
  var kind: String { get }
  /// The non-volatile memory.
  var eeprom: EEPROM { get set }
  /// True if the card uses the block protocol of ISO/IEC 14443-4. Until it is deselected it ignores requests and HLTA.
  var isInProtocol: Bool { get }

  /// Discards the volatile state, because the field is off.
  mutating func powerOff()

  /// Ends the selection, because the card was halted or received an invalid frame. An authentication ends too.
  mutating func leave()

  /// Processes a frame without its checksum and returns the answer.
  mutating func answer(_ frame: [UInt8]) -> CardAnswer

  /// Authenticates the chip with a key, as MIFARE Classic does. The cipher itself is not simulated.
  ///
  /// - Returns: true if the key is right.
  mutating func authenticate(block: UInt8, key: [UInt8], isKeyB: Bool) -> Bool
}

extension VirtualCard {
  package var isInProtocol: Bool { false }
  package mutating func leave() {}
  package mutating func authenticate(block: UInt8, key: [UInt8], isKeyB: Bool) -> Bool { false }
}

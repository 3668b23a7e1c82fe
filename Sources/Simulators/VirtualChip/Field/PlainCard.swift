package import Deadwax

/// A card that can be selected but does not answer any command, like cards of other makers.
package struct PlainCard: VirtualCard {
  package let uid: TagID
  package let atqa: UInt16
  package let sak: UInt8
  package var kind: String { "plain" }
  package var eeprom = EEPROM()

  package init(uid: TagID, atqa: UInt16, sak: UInt8) {
    self.uid = uid
    self.atqa = atqa
    self.sak = sak
  }

  package mutating func powerOff() {}
  package mutating func answer(_ frame: [UInt8]) -> CardAnswer { CardAnswer(.silence) }
}

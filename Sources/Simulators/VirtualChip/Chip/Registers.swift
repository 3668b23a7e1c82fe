/// The registers of the chip's contactless unit that hosts use (UM0701-02, 8.6.22).
struct Registers: Sendable {
  enum Name {
    static let transmitMode: UInt16 = 0x6302
    static let receiveMode: UInt16 = 0x6303
    static let manualReceive: UInt16 = 0x630D
    static let fifoData: UInt16 = 0x6339
    static let control: UInt16 = 0x633C
    static let bitFraming: UInt16 = 0x633D
  }

  private var values: [UInt16: UInt8] = [:]

  subscript(address: UInt16) -> UInt8 {
    get { values[address] ?? 0 }
    set { values[address] = newValue }
  }

  /// Sets the values after a type A card was found: checksums handled by the chip, 106 kbit/s, whole bytes.
  mutating func setTypeA() {
    self[Name.transmitMode] = 0x80
    self[Name.receiveMode] = 0x80
    self[Name.bitFraming] &= ~0x07
  }

  /// True if the chip appends a checksum to the frames it sends.
  var addsChecksum: Bool { self[Name.transmitMode] & 0x80 != 0 }

  /// True if the chip checks and removes the checksum of received frames.
  var checksChecksum: Bool { self[Name.receiveMode] & 0x80 != 0 }

  /// True if a raw frame is sent as type A cards require: framing at 106 kbit/s, parity by the chip.
  var speaksTypeA: Bool { self[Name.transmitMode] & 0x73 == 0 && self[Name.manualReceive] & 0x10 == 0 }

  /// The number of bits of the last byte to send; 0 for all.
  var lastBits: UInt8 { self[Name.bitFraming] & 0x07 }
}

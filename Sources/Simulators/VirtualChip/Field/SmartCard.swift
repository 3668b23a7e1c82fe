package import Deadwax

/// An ISO/IEC 14443-4 card. After RATS it uses the block protocol and passes commands to an application.
package struct SmartCard: VirtualCard {
  package enum Application: Hashable, Sendable {
    /// A Type 4 tag: the NDEF application, a capability container and a file.
    case ndef(NDEFFile)
    /// No known application: every command is answered with "file not found" (6A82).
    case none
  }

  package private(set) var uid: TagID
  package let atqa: UInt16
  package var sak: UInt8 { 0x20 }
  package let kind: String
  package var eeprom: EEPROM
  /// The ATS from its length byte on.
  let answerToSelect: [UInt8]
  private var blocks: BlockLayer?
  private var application: Application
  /// The generator of random UIDs; nil for a card with a fixed UID.
  private var numbers: FaultRandom?

  /// Creates a Type 4 tag with an empty message.
  ///
  /// - Parameters:
  ///   - uid: 7 bytes, like those of an NXP card, or 4.
  ///   - size: the size of the NDEF file in bytes, including its two length bytes; 16 to 32767.
  /// - Returns: the tag.
  package static func type4(uid: TagID, size: Int = 2048) -> SmartCard {
    precondition((16...0x7FFF).contains(size), "an NDEF file of \(size) bytes")
    return SmartCard(
      uid: uid, atqa: 0x0344, kind: "type4", eeprom: EEPROM([UInt8](repeating: 0, count: size), pageSize: 16),
      answerToSelect: [0x06, 0x75, 0x77, 0x81, 0x02, 0x80], application: .ndef(NDEFFile(size: size)))
  }

  /// Creates a phone. Each time the field is switched on, it uses another UID of 4 bytes, beginning with 08.
  ///
  /// - Parameter seed: the seed of the UIDs.
  /// - Returns: the phone.
  package static func phone(seed: UInt64) -> SmartCard {
    var card = SmartCard(
      uid: placeholder, atqa: 0x0004, kind: "phone", eeprom: EEPROM(), answerToSelect: [0x05, 0x78, 0x80, 0x70, 0x02],
      application: .none)
    card.numbers = FaultRandom(state: seed)
    card.drawNumber()
    return card
  }

  private init(
    uid: TagID, atqa: UInt16, kind: String, eeprom: EEPROM, answerToSelect: [UInt8], application: Application
  ) {
    self.uid = uid
    self.atqa = atqa
    self.kind = kind
    self.eeprom = eeprom
    self.answerToSelect = answerToSelect
    self.application = application
  }

  /// Returns the same Type 4 tag with an NDEF message on it. A message that does not fit is a programming error.
  package func carrying(_ message: [UInt8]) -> SmartCard {
    precondition(message.count + 2 <= eeprom.bytes.count, "a message of \(message.count) bytes does not fit")
    var card = self
    card.eeprom.replace(at: 0, with: [UInt8(message.count >> 8), UInt8(message.count & 0xFF)] + message)
    return card
  }

  /// The NDEF message in the file; nil if its length is invalid or there is no file.
  package var message: [UInt8]? {
    guard eeprom.bytes.count >= 2 else { return nil }
    let length = Int(eeprom[0]) << 8 | Int(eeprom[1])
    return length + 2 <= eeprom.bytes.count ? Array(eeprom.bytes[2..<2 + length]) : nil
  }

  package var isInProtocol: Bool { blocks != nil }

  package mutating func powerOff() {
    leave()
    drawNumber()
  }

  package mutating func leave() {
    blocks = nil
    if case .ndef(var file) = application {
      file.deselect()
      application = .ndef(file)
    }
  }

  package mutating func answer(_ frame: [UInt8]) -> CardAnswer {
    guard blocks != nil else {
      // RATS contains the frame size that the reader accepts.
      guard frame.count == 2, frame[0] == CardCommand.selectAnswer else { return CardAnswer(.silence) }
      blocks = BlockLayer(frameSize: BlockLayer.frameSize(frame[1] >> 4))
      return CardAnswer(.bytes(answerToSelect))
    }
    switch blocks?.take(frame) {
    case .send(let bytes): return CardAnswer(.bytes(bytes))
    case .farewell(let bytes): return CardAnswer(.farewell(bytes))
    case .run(let command):
      let before = eeprom.writeCount
      let answer = run(command)
      let isWritten = eeprom.writeCount > before
      return CardAnswer(.bytes(blocks?.reply(answer) ?? []), delay: isWritten ? .microseconds(4100) : .zero)
    case .ignore, nil: return CardAnswer(.nothing)
    }
  }

  private mutating func run(_ command: [UInt8]) -> [UInt8] {
    switch application {
    case .none: return [0x6A, 0x82]
    case .ndef(var file):
      defer { application = .ndef(file) }
      return file.run(command, on: &eeprom)
    }
  }

  private mutating func drawNumber() {
    guard let drawn = numbers?.next() else { return }
    let bytes = [0x08, UInt8(drawn >> 16 & 0xFF), UInt8(drawn >> 8 & 0xFF), UInt8(drawn & 0xFF)]
    uid = TagID(.nfcA, bytes) ?? uid
  }

  private static let placeholder: TagID = {
    guard let uid = TagID(.nfcA, [0x08, 0, 0, 0]) else { preconditionFailure("four bytes are a number") }
    return uid
  }()
}

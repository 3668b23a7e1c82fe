/// The card's side of the half-duplex block protocol (ISO/IEC 14443-4, 7): it numbers blocks, joins and splits chains,
/// and repeats blocks that were lost.
struct BlockLayer: Sendable {
  /// The next step after a received block.
  enum Step: Hashable, Sendable {
    /// A command is complete; its answer must be passed to `reply`.
    case run([UInt8])
    case send([UInt8])
    /// S(DESELECT): the card answers, and then halts.
    case farewell([UInt8])
    /// The block is invalid or for another card.
    case ignore
  }

  /// The block number, toggled by each I-block; the first I-block makes it 0 (rules C and D).
  private var number: UInt8 = 1
  private var received: [UInt8] = []
  private var unsent: ArraySlice<UInt8> = []
  private var last: [UInt8] = []
  private var cardIdentifier: [UInt8] = []
  /// The largest frame in bytes that the reader accepts, including header and checksum.
  let frameSize: Int
  /// The longest command in bytes that is joined.
  static let commandLimit = 4096

  init(frameSize: Int) { self.frameSize = frameSize }

  mutating func take(_ frame: [UInt8]) -> Step {
    guard let head = frame.first else { return .ignore }
    var body = frame.dropFirst()
    cardIdentifier = []
    if head & 0x08 != 0 {
      guard let identifier = body.popFirst() else { return .ignore }
      cardIdentifier = [identifier]
    }
    switch head & 0xC0 {
    // This is an I-block. Bit 2 would announce a node address, which is not supported.
    case 0x00 where head & 0x26 == 0x02:
      number ^= 1
      received += body
      guard received.count <= Self.commandLimit else {
        received = []
        return .ignore
      }
      if head & 0x10 != 0 { return send(0xA2, []) }
      defer { received = [] }
      return .run(received)
    case 0x80 where head & 0xE6 == 0xA2:
      // Rules 11 to 13: the last block is repeated, the frame is acknowledged, or the chain continues.
      if head & 0x01 == number { return last.isEmpty ? .ignore : .send(last) }
      if head & 0x10 != 0 { return send(0xA2, []) }
      guard !unsent.isEmpty else { return .ignore }
      number ^= 1
      return next()
    case 0xC0 where head & 0x37 == 0x02:
      return .farewell([0xC2 | head & 0x08] + cardIdentifier)
    default: return .ignore
    }
  }

  /// Returns the first block of the answer to the command from `run`.
  mutating func reply(_ answer: [UInt8]) -> [UInt8] {
    unsent = answer[...]
    guard case .send(let frame) = next() else { return [] }
    return frame
  }

  private mutating func next() -> Step {
    let room = max(1, frameSize - 3 - cardIdentifier.count)
    let part = unsent.prefix(room)
    unsent = unsent.dropFirst(room)
    return send(unsent.isEmpty ? 0x02 : 0x12, part)
  }

  private mutating func send(_ head: UInt8, _ body: some Collection<UInt8>) -> Step {
    last = [head | number | (cardIdentifier.isEmpty ? 0 : 0x08)] + cardIdentifier + body
    return .send(last)
  }

  /// Returns the frame size in bytes for a code of four bits (ISO/IEC 14443-4, table 1).
  static func frameSize(_ code: UInt8) -> Int {
    let sizes = [16, 24, 32, 40, 48, 64, 96, 128, 256]
    return sizes[min(Int(code), sizes.count - 1)]
  }
}

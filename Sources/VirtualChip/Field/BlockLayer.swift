/// The card's side of the half-duplex block protocol (ISO/IEC 14443-4, 7): numbers blocks, joins and cuts what is chained,
/// and says again what was not heard.
struct BlockLayer: Sendable {
  /// What is to be done with a block.
  enum Step: Hashable, Sendable {
    /// A command is whole; its answer goes to `reply`.
    case run([UInt8])
    case send([UInt8])
    /// S(DESELECT): answered, and then the card halts.
    case farewell([UInt8])
    /// Not meant for this card, or broken.
    case ignore
  }

  /// Toggled by each block of data; the first that comes makes it 0 (rules C and D).
  private var number: UInt8 = 1
  private var received: [UInt8] = []
  private var unsent: ArraySlice<UInt8> = []
  private var last: [UInt8] = []
  private var cardIdentifier: [UInt8] = []
  /// Bytes of a frame that the reader can take, its head and checksum with it.
  let frameSize: Int
  /// The longest command that is joined.
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
    // An I-block; bit 2 would announce a node address, which is not spoken here.
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
      // Rules 11 to 13: said again, acknowledged, or the chain goes on.
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

  /// The answer to what `run` gave out, or its first part.
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

  /// The frame sizes that a number of four bits stands for (ISO/IEC 14443-4, table 1).
  static func frameSize(_ code: UInt8) -> Int {
    let sizes = [16, 24, 32, 40, 48, 64, 96, 128, 256]
    return sizes[min(Int(code), sizes.count - 1)]
  }
}

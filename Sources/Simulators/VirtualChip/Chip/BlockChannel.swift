/// The chip's side of the block protocol with one card (ISO/IEC 14443-4, 7), which InDataExchange hides from the host.
struct BlockChannel: Sendable {
  /// The result of an exchange: status, answer and the total time.
  struct Exchange: Sendable {
    var status: PN532.Status = .done
    var answer: [UInt8] = []
    var time = Duration.zero
  }

  private var number: UInt8 = 0
  /// The largest frame in bytes that the card accepts, including header and checksum.
  private let frameSize: Int
  /// The part of an answer that the host has not yet fetched.
  var unread: [UInt8] = []
  /// The number of times a block is repeated to a card that no longer answers.
  private static let repetitions = 2
  /// The longest answer in bytes that is joined.
  private static let answerLimit = 1 << 16

  /// Creates a channel to a card.
  ///
  /// - Parameter answerToSelect: the card's ATS from its length byte on. Without the format byte the frame size is 32
  ///   bytes.
  init(answerToSelect: [UInt8]) {
    frameSize = BlockLayer.frameSize(answerToSelect.count > 1 ? answerToSelect[1] & 0x0F : 2)
  }

  /// Sends a command and receives the whole answer.
  ///
  /// - Parameters:
  ///   - command: the command, sent in as many blocks as needed.
  ///   - hasMore: true if the host sends the rest of the command later; the last block is then chained too.
  ///   - send: a function that sends a frame to the card, and returns the answer and the time it took.
  /// - Returns: the answer, or the status for its absence.
  mutating func exchange(
    _ command: [UInt8], hasMore: Bool, send: ([UInt8]) -> (CardAnswer, Duration)
  ) -> Exchange {
    var exchange = Exchange()
    var rest = command[...]
    var block: [UInt8]?
    repeat {
      let part = rest.prefix(frameSize - 3)
      rest = rest.dropFirst(frameSize - 3)
      let isChained = !rest.isEmpty || hasMore
      block = transceive([(isChained ? 0x12 : 0x02) | number] + part, &exchange, send)
      guard let head = block?.first else { return exchange }
      guard isChained else { break }
      guard head & 0xF7 == 0xA2 | number else { return failed(exchange) }
      number ^= 1
    } while !rest.isEmpty
    guard !hasMore else { return exchange }
    while let current = block {
      guard current[0] & 0xEF == 0x02 | number else { return failed(exchange) }
      number ^= 1
      exchange.answer += current.dropFirst()
      guard current[0] & 0x10 != 0 else { return exchange }
      guard exchange.answer.count <= Self.answerLimit else { return failed(exchange) }
      block = transceive([0xA2 | number], &exchange, send)
    }
    return exchange
  }

  /// Returns true if the card still acknowledges an R(NAK) block.
  func isPresent(_ send: ([UInt8]) -> (CardAnswer, Duration)) -> Bool {
    if case .bytes = send([0xB2 | number]).0.content { return true }
    return false
  }

  /// Sends a block and returns its answer, with repetitions if there is none. Returns nil and sets the status if the
  /// card does not answer at all.
  private func transceive(
    _ block: [UInt8], _ exchange: inout Exchange, _ send: ([UInt8]) -> (CardAnswer, Duration)
  ) -> [UInt8]? {
    var frame = block
    for _ in 0...Self.repetitions {
      let (answer, time) = send(frame)
      exchange.time += time
      if case .bytes(let bytes) = answer.content, !bytes.isEmpty {
        // The card did not receive the block, so it is sent again.
        guard frame.count == 1, frame[0] & 0xF0 == 0xB0, bytes[0] & 0xF6 == 0xA2, bytes[0] & 1 != number else {
          return bytes
        }
        frame = block
      } else {
        frame = [0xB2 | number]
      }
    }
    exchange.status = .timeout
    return nil
  }

  private func failed(_ exchange: Exchange) -> Exchange {
    var exchange = exchange
    exchange.status = .protocolError
    exchange.answer = []
    return exchange
  }
}

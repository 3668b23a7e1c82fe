internal import Deadwax

/// The simulated PN532: the implementation of each command, and the state between commands.
///
/// `ChipCommand` lists the commands. Extensions of this type implement them, one file per group.
struct PN532: Sendable {
  /// IC 32, version 1, revision 6, and the flags of the three supported standards.
  static let firmware: [UInt8] = [0x32, 0x01, 0x06, 0x07]

  var antenna = Antenna()
  let timing: ChipTiming
  var registers = Registers()
  /// The flags of SetParameters; bit 4 makes the chip request the answer to select (RATS) automatically.
  var parameters: UInt8 = 0x14
  /// The number of retries of InListPassiveTarget; FF means no limit.
  var activationRetries: UInt8 = 0xFF
  /// The code of a card's answer timeout, as in RFConfiguration: 100 µs · 2^(n-1).
  var cardTimeout: UInt8 = 0x0A
  /// The cards known to the host, by target number.
  var targets: [UInt8: Target] = [:]
  /// The target number of the last card used.
  var current: UInt8?
  var lastError: UInt8 = 0
  var isAsleep = true
  /// The baud rate of the line.
  var baud = Self.initialBaud
  var requestedBaud: Int?

  static let initialBaud = 115_200

  /// The cascade level of a card that the host selects frame by frame.
  var cascade = 0

  struct Target: Sendable {
    let uid: TagID
    let descriptor: [UInt8]
    /// The block protocol channel; nil if the ATS was not requested.
    var blocks: BlockChannel?
  }

  init(timing: ChipTiming) { self.timing = timing }

  /// The result of a command.
  enum Reply: Sendable {
    /// The bytes after the answer code, and the time the chip was busy.
    case answer([UInt8], after: Duration = .zero)
    /// A search that continues until a card is found, the time is up, or the host stops it.
    case searching(CardSearch)
    /// The arguments are invalid; the chip sends an error frame.
    case invalid

    /// A command that gives no answer until the host stops it.
    static let endless = Reply.searching(CardSearch(form: .nothing, limit: nil))
  }

  /// Returns an answer with only a status byte.
  static func status(_ status: Status, after time: Duration = .zero) -> Reply {
    .answer([status.rawValue], after: time)
  }

  /// Error codes of the chip (UM0701-02, 7.1). Bit 7 would announce a node address, which is never used.
  enum Status: UInt8, Sendable {
    case done = 0x00
    case timeout = 0x01
    case checksum = 0x02
    case buffer = 0x07
    case protocolError = 0x0B
    case format = 0x13
    case authentication = 0x14
    case state = 0x25
    case context = 0x27
  }

  mutating func run(_ command: ChipCommand, _ arguments: [UInt8]) -> Reply {
    let reply = command.run(&self, arguments)
    if command.hasStatus, case .answer(let data, _) = reply { lastError = (data.first ?? 0) & 0x3F }
    return reply
  }

  /// Resets everything except the cards, as an interruption of the power does.
  mutating func powerCycle() {
    let antenna = antenna
    self = PN532(timing: timing)
    self.antenna = antenna
    self.antenna.turn(on: false)
  }

  /// The time that the chip waits for a card that does not answer.
  var cardTimeoutDuration: Duration {
    guard cardTimeout > 0 else { return .zero }
    return timing.scaled(.microseconds(100 << Int(min(cardTimeout, 16) - 1)))
  }
}

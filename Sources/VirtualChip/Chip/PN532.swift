internal import Deadwax

/// The chip behind the line: what each command does, and what it remembers between them.
///
/// Which commands there are stands in `ChipCommand`; their doing in the extensions of this type, one file a group.
struct PN532: Sendable {
  /// IC 32, version 1, revision 6, and the three standards it speaks.
  static let firmware: [UInt8] = [0x32, 0x01, 0x06, 0x07]

  var antenna = Antenna()
  let timing: ChipTiming
  var registers = Registers()
  /// SetParameters; bit 4 asks cards for their answer to select (RATS) by itself.
  var parameters: UInt8 = 0x14
  /// How often InListPassiveTarget calls again; FF never gives up.
  var activationRetries: UInt8 = 0xFF
  /// How long a card may take to answer, as RFConfiguration gives it: 100 µs · 2^(n-1).
  var cardTimeout: UInt8 = 0x0A
  /// The cards the host knows, by their target number.
  var targets: [UInt8: Target] = [:]
  /// The target number that was spoken to last.
  var current: UInt8?
  var lastError: UInt8 = 0
  var isAsleep = true
  /// The line's speed, and the one that was asked for and not yet agreed on.
  var baud = Self.initialBaud
  var requestedBaud: Int?

  static let initialBaud = 115_200

  /// At which level of its number a card is, that the host selects by hand.
  var cascade = 0

  struct Target: Sendable {
    let uid: TagUID
    let descriptor: [UInt8]
    /// Its ATS was asked for: it is spoken to in blocks.
    var blocks: BlockChannel?
  }

  init(timing: ChipTiming) { self.timing = timing }

  /// What becomes of a command.
  enum Reply: Sendable {
    /// The bytes behind the command's answer code, and how long the chip was busy for them.
    case answer([UInt8], after: Duration = .zero)
    /// Looking for cards goes on until one is found, time is up, or the host stops it.
    case searching(CardSearch)
    /// The arguments make no sense: an error frame.
    case invalid

    /// Nothing comes until the host stops it.
    static let endless = Reply.searching(CardSearch(form: .nothing, limit: nil))
  }

  /// A status byte alone.
  static func status(_ status: Status, after time: Duration = .zero) -> Reply {
    .answer([status.rawValue], after: time)
  }

  /// Error codes of the chip (UM0701-02, 7.1). A set bit 7 would say that a node address follows; none ever does.
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

  /// Power was cut and is back: everything but the cards is as new.
  mutating func powerCycle() {
    let antenna = antenna
    self = PN532(timing: timing)
    self.antenna = antenna
    self.antenna.turn(on: false)
  }

  /// The wait for a mute card.
  var cardTimeoutDuration: Duration {
    guard cardTimeout > 0 else { return .zero }
    return timing.scaled(.microseconds(100 << Int(min(cardTimeout, 16) - 1)))
  }
}

/// Commands for the chip itself.
extension PN532 {
  mutating func diagnose(_ arguments: [UInt8]) -> Reply {
    switch arguments.first {
    // The communication line test returns the arguments, beginning with the test number.
    case 0x00: return .answer(arguments)
    // These are the tests of ROM, RAM and the antenna coil.
    case 0x01, 0x02, 0x07: return .answer([0x00])
    // Of 128 polls for FeliCa cards, all fail.
    case 0x04: return .answer([0x80])
    // This test echoes what a reader sends until the host stops it; there is no reader.
    case 0x05: return .endless
    case 0x06: return isTargetPresent
    default: return .invalid
    }
  }

  /// The attention request: tests if the current card still answers.
  private var isTargetPresent: Reply {
    mutating get {
      guard let current, let target = targets[current] else { return Self.status(.context) }
      guard antenna.isActive(target.uid) else { return Self.status(.timeout) }
      guard let blocks = target.blocks else { return Self.status(.done) }
      var antenna = antenna
      let isPresent = blocks.isPresent { (antenna.exchange($0), .zero) }
      self.antenna = antenna
      return Self.status(isPresent ? .done : .timeout)
    }
  }

  func generalStatus() -> Reply {
    let known = targets.keys.sorted().flatMap { number -> [UInt8] in [number, 0x00, 0x00, 0x10] }
    return .answer([lastError, antenna.isOn ? 1 : 0, UInt8(targets.count)] + known + [0x00])
  }

  func readRegisters(_ arguments: [UInt8]) -> Reply {
    guard !arguments.isEmpty, arguments.count % 2 == 0 else { return .invalid }
    return .answer(
      stride(from: 0, to: arguments.count, by: 2).map {
        registers[UInt16(arguments[$0]) << 8 | UInt16(arguments[$0 + 1])]
      })
  }

  mutating func writeRegisters(_ arguments: [UInt8]) -> Reply {
    guard !arguments.isEmpty, arguments.count % 3 == 0 else { return .invalid }
    for index in stride(from: 0, to: arguments.count, by: 3) {
      registers[UInt16(arguments[index]) << 8 | UInt16(arguments[index + 1])] = arguments[index + 2]
    }
    return .answer([])
  }

  mutating func setBaud(_ arguments: [UInt8]) -> Reply {
    guard let code = arguments.first, Int(code) < Self.speeds.count else { return .invalid }
    requestedBaud = Self.speeds[Int(code)]
    return .answer([])
  }

  mutating func setParameters(_ arguments: [UInt8]) -> Reply {
    guard let flags = arguments.first else { return .invalid }
    parameters = flags
    return .answer([])
  }

  /// Accepts the modes normal, virtual card, wired card and dual card. There is no secure element.
  func configureSAM(_ arguments: [UInt8]) -> Reply {
    guard let mode = arguments.first, (1...4).contains(mode) else { return .invalid }
    return .answer([])
  }

  mutating func powerDown(_ arguments: [UInt8]) -> Reply {
    guard !arguments.isEmpty else { return .invalid }
    antenna.turn(on: false)
    targets = [:]
    current = nil
    isAsleep = true
    return Self.status(.done)
  }

  private static let speeds = [
    9600, 19200, 38400, 57600, 115_200, 230_400, 460_800, 921_600, 1_288_000,
  ]
}

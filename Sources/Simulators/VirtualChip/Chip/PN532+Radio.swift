/// RFConfiguration: the field, timeouts and the number of retries.
extension PN532 {
  mutating func configureRadio(_ arguments: [UInt8]) -> Reply {
    guard let item = arguments.first else { return .invalid }
    let values = Array(arguments.dropFirst())
    switch item {
    case 0x01 where values.count == 1:
      let wasOn = antenna.isOn
      antenna.turn(on: values[0] & 1 == 1)
      if !antenna.isOn {
        targets = [:]
        current = nil
      }
      return .answer([], after: antenna.isOn && !wasOn ? timing.fieldSettles : .zero)
    case 0x02 where values.count == 3: cardTimeout = values[2]
    case 0x04 where values.count == 1: break
    case 0x05 where values.count == 3: activationRetries = values[2]
    // Analogue settings have no effect here.
    case 0x0A where values.count == 11, 0x0B where values.count == 8, 0x0C where values.count == 3,
      0x0D where values.count == 9:
      break
    default: return .invalid
    }
    return .answer([])
  }
}

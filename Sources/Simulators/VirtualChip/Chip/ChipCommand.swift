/// A command of the chip: its name and its implementation.
struct ChipCommand: Sendable {
  /// The name as in UM0701-02, 7.1.
  let name: String
  /// True if the answer begins with a status byte.
  let hasStatus: Bool
  let run: @Sendable (_ chip: inout PN532, _ arguments: [UInt8]) -> PN532.Reply

  init(
    name: String, hasStatus: Bool = false,
    run: @escaping @Sendable (_ chip: inout PN532, _ arguments: [UInt8]) -> PN532.Reply
  ) {
    self.name = name
    self.hasStatus = hasStatus
    self.run = run
  }

  /// All commands by their code. A code without an entry is answered with an error frame.
  static let table: [UInt8: ChipCommand] = [setup, radio, targets, exchange, target].reduce(into: [:]) { table, group in
    table.merge(group) { _, _ in preconditionFailure("two commands with one code") }
  }

  private static let setup: [UInt8: ChipCommand] = [
    0x00: ChipCommand(name: "Diagnose") { $0.diagnose($1) },
    0x02: ChipCommand(name: "GetFirmwareVersion") { _, _ in .answer(PN532.firmware) },
    0x04: ChipCommand(name: "GetGeneralStatus") { chip, _ in chip.generalStatus() },
    0x06: ChipCommand(name: "ReadRegister") { $0.readRegisters($1) },
    0x08: ChipCommand(name: "WriteRegister") { $0.writeRegisters($1) },
    0x0C: ChipCommand(name: "ReadGPIO") { _, _ in .answer([0x3F, 0x06, 0x00]) },
    0x0E: ChipCommand(name: "WriteGPIO") { _, _ in .answer([]) },
    0x10: ChipCommand(name: "SetSerialBaudRate") { $0.setBaud($1) },
    0x12: ChipCommand(name: "SetParameters") { $0.setParameters($1) },
    0x14: ChipCommand(name: "SAMConfiguration") { chip, arguments in chip.configureSAM(arguments) },
    0x16: ChipCommand(name: "PowerDown") { $0.powerDown($1) },
  ]

  private static let radio: [UInt8: ChipCommand] = [
    0x32: ChipCommand(name: "RFConfiguration") { $0.configureRadio($1) },
    // The test transmits until the host stops it.
    0x58: ChipCommand(name: "RFRegulationTest") { _, arguments in arguments.isEmpty ? .invalid : .endless },
  ]

  private static let targets: [UInt8: ChipCommand] = [
    0x44: ChipCommand(name: "InDeselect", hasStatus: true) { $0.deselect($1) },
    0x4A: ChipCommand(name: "InListPassiveTarget") { $0.listTargets($1) },
    0x52: ChipCommand(name: "InRelease", hasStatus: true) { $0.release($1) },
    0x54: ChipCommand(name: "InSelect", hasStatus: true) { $0.selectTarget($1) },
    0x60: ChipCommand(name: "InAutoPoll") { $0.autoPoll($1) },
  ]

  private static let exchange: [UInt8: ChipCommand] = [
    0x40: ChipCommand(name: "InDataExchange", hasStatus: true) { $0.exchangeData($1) },
    0x42: ChipCommand(name: "InCommunicateThru", hasStatus: true) { $0.communicateThrough($1) },
  ]

  /// The commands for the chip as a card. No reader is ever present: TgInitAsTarget waits until it is stopped, and the
  /// others answer with the status `state`.
  private static let target: [UInt8: ChipCommand] = [
    0x8C: ChipCommand(name: "TgInitAsTarget") { $1.isEmpty ? .invalid : .endless },
    0x8A: ChipCommand(name: "TgGetTargetStatus") { _, _ in .answer([0x00, 0x00]) },
    0x86: unreached("TgGetData"), 0x88: unreached("TgGetInitiatorCommand"), 0x8E: unreached("TgSetData"),
    0x90: unreached("TgResponseToInitiator"), 0x92: unreached("TgSetGeneralBytes"), 0x94: unreached("TgSetMetaData"),
  ]

  private static func unreached(_ name: String) -> ChipCommand {
    ChipCommand(name: name, hasStatus: true) { _, _ in PN532.status(.state) }
  }
}

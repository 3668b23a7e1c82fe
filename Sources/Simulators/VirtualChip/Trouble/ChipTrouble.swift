/// A fault and the commands to which it applies.
package struct ChipTrouble: Hashable, Sendable {
  package var fault: ChipFault
  /// The code of the affected commands, for example 40 for InDataExchange; nil for all.
  package var command: UInt8?
  /// The number of matching commands that succeed before the fault.
  package var skipping: Int
  /// The number of matching commands that fail after that; nil for no limit.
  package var times: Int?

  /// Creates a fault.
  ///
  /// - Parameters:
  ///   - fault: the fault; commands to which it does not apply are not counted.
  ///   - command: the code of the affected commands; nil for all.
  ///   - skipping: the number of matching commands that succeed first; 0 affects the next one.
  ///   - times: the number of commands that fail; nil for no limit.
  package init(_ fault: ChipFault, command: UInt8? = nil, skipping: Int = 0, times: Int? = 1) {
    self.fault = fault
    self.command = command
    self.skipping = skipping
    self.times = times
  }

  /// Creates a fault for a command given by its name, for example `InDataExchange`; nil if there is none of this name.
  package init?(_ fault: ChipFault, commandNamed name: String, skipping: Int = 0, times: Int? = 1) {
    guard let code = Self.code(of: name) else { return nil }
    self.init(fault, command: code, skipping: skipping, times: times)
  }

  /// Returns the code of a command; nil if there is none of this name.
  package static func code(of name: String) -> UInt8? {
    ChipCommand.table.first { $0.value.name.lowercased() == name.lowercased() }?.key
  }

  /// Returns the name of a command; nil if there is none with this code.
  package static func name(of code: UInt8) -> String? { ChipCommand.table[code]?.name }

  func strikes(_ code: UInt8) -> Bool { (command ?? code) == code && fault.applies(to: code) }
}

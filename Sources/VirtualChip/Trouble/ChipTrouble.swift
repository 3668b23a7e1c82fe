/// A fault, and with which commands it comes.
package struct ChipTrouble: Hashable, Sendable {
  package var fault: ChipFault
  /// The code of the commands that have it, as 40 for InDataExchange; nil for all.
  package var command: UInt8?
  /// How many of these commands go well before.
  package var skipping: Int
  /// How many of them have it then; nil for all that come.
  package var times: Int?

  /// - Parameters:
  ///   - fault: commands that cannot have it do not count.
  ///   - command: the code of the commands that have it; nil for all.
  ///   - skipping: how many of them go well before: 0 strikes the next.
  ///   - times: how many have it; nil for all from then on.
  package init(_ fault: ChipFault, command: UInt8? = nil, skipping: Int = 0, times: Int? = 1) {
    self.fault = fault
    self.command = command
    self.skipping = skipping
    self.times = times
  }

  /// The same with the commands said by name, as `InDataExchange`; nil when there is none of this name.
  package init?(_ fault: ChipFault, commandNamed name: String, skipping: Int = 0, times: Int? = 1) {
    guard let code = Self.code(of: name) else { return nil }
    self.init(fault, command: code, skipping: skipping, times: times)
  }

  /// The code of a command; nil when there is none of this name.
  package static func code(of name: String) -> UInt8? {
    ChipCommand.table.first { $0.value.name.lowercased() == name.lowercased() }?.key
  }

  /// The name of a command; nil when the chip has none of this code.
  package static func name(of code: UInt8) -> String? { ChipCommand.table[code]?.name }

  func strikes(_ code: UInt8) -> Bool { (command ?? code) == code && fault.applies(to: code) }
}

/// What is set to go wrong, in the order it was asked for.
struct TroubleList: Sendable {
  private(set) var all: [ChipTrouble] = []

  mutating func append(_ trouble: ChipTrouble) { all.append(trouble) }

  mutating func clear() { all = [] }

  /// The fault of a command that just came; nil when it goes well.
  mutating func next(for code: UInt8) -> ChipFault? {
    var found: ChipFault?
    for index in all.indices where all[index].strikes(code) {
      if all[index].skipping > 0 {
        all[index].skipping -= 1
      } else if found == nil, all[index].times != 0 {
        found = all[index].fault
        all[index].times = all[index].times.map { $0 - 1 }
      }
    }
    all.removeAll { $0.times == 0 }
    return found
  }

  /// The answer could not have the fault: it waits for the next.
  mutating func putBack(_ fault: ChipFault, for code: UInt8) {
    if let index = all.firstIndex(where: { $0.fault == fault && $0.strikes(code) }) {
      all[index].times = all[index].times.map { $0 + 1 }
    } else {
      all.insert(ChipTrouble(fault, command: code), at: 0)
    }
  }
}

/// The faults that are set, in the order in which they were set.
struct TroubleList: Sendable {
  private(set) var all: [ChipTrouble] = []

  mutating func append(_ trouble: ChipTrouble) { all.append(trouble) }

  mutating func clear() { all = [] }

  /// Returns the fault for a command that was just received; nil if it succeeds.
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

  /// Restores a fault that did not apply to the answer, so that it affects the next command.
  mutating func putBack(_ fault: ChipFault, for code: UInt8) {
    if let index = all.firstIndex(where: { $0.fault == fault && $0.strikes(code) }) {
      all[index].times = all[index].times.map { $0 + 1 }
    } else {
      all.insert(ChipTrouble(fault, command: code), at: 0)
    }
  }
}

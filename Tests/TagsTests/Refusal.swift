import Deadwax
import NDEF
import ReaderProtocol
import Tags
import TestSupport
import Testing
import VirtualChip

enum Refusal {
  /// Carries out an order that must be refused, and checks that the tag is unchanged.
  static func of(
    _ order: TagOrder, on card: any VirtualCard, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> ReaderMessage.Result {
    let chip = try VirtualChip()
    let watcher = try Watcher(chip)
    chip.place(card)
    try await watcher.arrival()
    let result = try await watcher.carryOut(order)
    #expect(!result.isDone && result.hasBegun == false && result.writes == 0, sourceLocation: sourceLocation)
    #expect(result.detail?.isEmpty == false, sourceLocation: sourceLocation)
    #expect(chip.writeCount == 0, sourceLocation: sourceLocation)
    #expect(chip.cards.first?.eeprom.bytes == card.eeprom.bytes, sourceLocation: sourceLocation)
    try await chip.polls(10)
    #expect(watcher.results.count == 1, sourceLocation: sourceLocation)
    return result
  }
}

extension VirtualChip {
  /// Reads the code of the default tag, like a reader without any further knowledge.
  func read() throws -> PseudoBarcode.Read? {
    guard case .message(let message) = Type2Memory.find(in: Array(try memory().dropFirst(12))) else { return nil }
    return PseudoBarcode.read(message)
  }
}

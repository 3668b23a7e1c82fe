package import Deadwax
internal import Lanes

/// What can be made to go wrong.
extension VirtualChip {
  // MARK: the chip

  /// A silent chip swallows everything, as one that has hung itself up.
  package func setSilent(_ isSilent: Bool) {
    change { $0.isSilent = isSilent }
  }

  /// Whether it swallows everything now.
  package var isSilent: Bool { port.read { $0.isSilent } }

  /// Sets a fault, beside those that are set. Where several strike the same command, it has the one set first.
  package func set(_ trouble: ChipTrouble) {
    change { $0.troubles.append(trouble) }
  }

  /// Sets a fault of the next command that can have it.
  package func set(_ fault: ChipFault) { set(ChipTrouble(fault)) }

  /// The faults that are still to come, or that stay.
  package var troubles: [ChipTrouble] { port.read { $0.troubles.all } }

  /// No fault comes any more.
  package func clearFaults() {
    change { $0.troubles.clear() }
  }

  /// All is well again: no fault, no tear, no weak field, and the chip speaks. Worn pages stay worn.
  package func clearTrouble() {
    change { port in
      port.troubles.clear()
      port.isSilent = false
      port.chip.antenna.tear = nil
      port.chip.antenna.weakness.every = nil
    }
  }

  // MARK: the cards

  /// Tears a card away in a write to come; nil takes that back.
  ///
  /// The card then lies apart until `layAgain`, or until it is removed and placed.
  package func set(_ tear: Tear?) {
    change { $0.chip.antenna.tear = tear }
  }

  /// The tear that waits for its write; nil when none does, or it has happened.
  package var tear: Tear? { port.read { $0.chip.antenna.tear } }

  /// Cards that were torn away and not yet laid down again.
  package var torn: [any Card] { port.read { $0.chip.antenna.placed.filter(\.isAway).map(\.card) } }

  /// Whether this card was torn away.
  package func isTorn(_ uid: TagUID) -> Bool {
    port.read { $0.chip.antenna.placed.contains { $0.isAway && ($0.card.uid == uid || $0.name == uid) } }
  }

  /// Lays down again what was torn away, as it is. Returns whether there was something.
  @discardableResult
  package func layAgain() -> Bool {
    change { $0.chip.antenna.layAgain() }
  }

  /// Makes a page behave as one that was written too often. It stays with the card when that is taken away.
  ///
  /// - Parameters:
  ///   - uid: which card.
  ///   - page: of 4 bytes, or of 16 on a MIFARE Classic.
  ///   - wear: nil makes it as good as new.
  /// - Returns: false when there is no such card.
  @discardableResult
  package func wear(_ uid: TagUID, page: Int, _ wear: Wear?) -> Bool {
    change { $0.chip.antenna.change(uid) { $0.eeprom.wear(page: page, wear) } }
  }

  /// Loses one call or exchange with a card in so many; nil makes the field good again.
  ///
  /// In turns the card does not hear the command, and its answer is not heard.
  package func setWeak(every: Int?) {
    change { $0.chip.antenna.weakness.every = every }
  }

  /// One exchange of so many is lost; nil when the field is good.
  package var weakEvery: Int? { port.read { $0.chip.antenna.weakness.every } }

  /// Holds a card at the edge of the field.
  ///
  /// - Parameters:
  ///   - uid: which card; one that is not there is not minded.
  ///   - calls: so many of the next calls do not reach it. A chip calls as often as its host told it before it says that
  ///     nobody answered: libnfc's finite select makes three calls.
  package func weaken(_ uid: TagUID, calls: Int) {
    change { $0.chip.antenna.weaken(uid, calls: calls) }
  }

  /// A chip that leaves halted cards asleep even when it calls one by its number. The user manual does not say that it
  /// wakes them; hosts should get along without.
  package func setCallsHaltedByNumber(_ callsHalted: Bool) {
    change { $0.chip.antenna.callsHaltedByNumber = callsHalted }
  }
}

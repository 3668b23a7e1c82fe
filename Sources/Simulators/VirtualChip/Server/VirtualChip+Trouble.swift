package import Deadwax
internal import Threads

/// The faults that tests can inject.
extension VirtualChip {
  // MARK: - Chip

  /// Makes the chip silent: it neither receives nor sends, as if it had crashed.
  package func setSilent(_ isSilent: Bool) {
    change { $0.isSilent = isSilent }
  }

  /// True if the chip is silent.
  package var isSilent: Bool { port.read { $0.isSilent } }

  /// Adds a fault to those already set. If several apply to the same command, the one set first is used.
  package func set(_ trouble: ChipTrouble) {
    change { $0.troubles.append(trouble) }
  }

  /// Adds a fault for the next command to which it applies.
  package func set(_ fault: ChipFault) { set(ChipTrouble(fault)) }

  /// The faults that are pending or permanent.
  package var troubles: [ChipTrouble] { port.read { $0.troubles.all } }

  /// Removes all faults.
  package func clearFaults() {
    change { $0.troubles.clear() }
  }

  /// Removes all trouble: faults, torn writes, the weak field and silence. Worn pages stay worn.
  package func clearTrouble() {
    change { port in
      port.troubles.clear()
      port.isSilent = false
      port.chip.antenna.tear = nil
      port.chip.antenna.weakness.losses = .none
    }
  }

  // MARK: - Cards

  /// Removes a card during a future write; nil cancels that.
  ///
  /// The card is then off the antenna until `layAgain`, or until it is removed and placed.
  package func set(_ tear: TornWrite?) {
    change { $0.chip.antenna.tear = tear }
  }

  /// The pending torn write; nil if there is none, or it has happened.
  package var tear: TornWrite? { port.read { $0.chip.antenna.tear } }

  /// The cards that were removed during a write and not yet placed again.
  package var torn: [any VirtualCard] { port.read { $0.chip.antenna.placed.filter(\.isGone).map(\.card) } }

  /// Returns true if this card was removed during a write.
  package func isTorn(_ uid: TagID) -> Bool {
    port.read { $0.chip.antenna.placed.contains { $0.isGone && ($0.card.uid == uid || $0.name == uid) } }
  }

  /// Places the cards that were removed during a write again, unchanged. Returns false if there were none.
  @discardableResult
  package func layAgain() -> Bool {
    change { $0.chip.antenna.layAgain() }
  }

  /// Makes a page behave as if it was written too often. The card retains this when it is removed.
  ///
  /// - Parameters:
  ///   - uid: the UID of the card.
  ///   - page: the page, of 4 bytes, or of 16 on a MIFARE Classic.
  ///   - wear: the behaviour; nil restores the page.
  /// - Returns: false if there is no such card.
  @discardableResult
  package func wear(_ uid: TagID, page: Int, _ wear: PageWear?) -> Bool {
    change { $0.chip.antenna.change(uid) { $0.eeprom.wear(page: page, wear) } }
  }

  /// Loses some requests and exchanges with cards: either the command does not reach the card, or its answer is lost.
  package func setWeak(_ losses: WeakField.Losses) {
    change { $0.chip.antenna.weakness.losses = losses }
  }

  /// The losses in the field.
  package var losses: WeakField.Losses { port.read { $0.chip.antenna.weakness.losses } }

  /// Loses one of `every` requests or exchanges; nil restores a good field.
  package func setWeak(every: Int?) { setWeak(every.map { .every($0) } ?? .none) }

  /// The interval of lost exchanges; nil if the field is good or loses them at random.
  package var weakEvery: Int? { if case .every(let number) = losses { number } else { nil } }

  /// Simulates a card at the edge of the field.
  ///
  /// - Parameters:
  ///   - uid: the UID of the card; an unknown one is ignored.
  ///   - calls: the number of following requests that do not reach the card. The host sets how often the chip repeats a
  ///     request; libnfc's finite select sends three.
  package func weaken(_ uid: TagID, calls: Int) {
    change { $0.chip.antenna.weaken(uid, calls: calls) }
  }

  /// Configures if a request with a UID wakes halted cards. The user manual does not promise that, and hosts should not
  /// depend on it.
  package func setCallsHaltedByNumber(_ callsHalted: Bool) {
    change { $0.chip.antenna.callsHaltedByNumber = callsHalted }
  }
}

internal import Deadwax
internal import Execution
internal import Lending
internal import StationLogic
internal import Storage

extension FactsLoader {
  /// Adds the facts for an addition, and about the past of a copy in look-up.
  func addAddition(_ gathered: inout StationFacts, _ input: StationInput) throws {
    var place = state.additions?.settings.place
    if case .setBatch(let settings) = input.event { place = settings.place }
    gathered.adding.place = try place.flatMap { try transaction.place($0) }
    gathered.adding.inBatch = input.adding?.inBatch ?? 0
    gathered.adding.isWished = input.adding?.isWished ?? false
    gathered.adding.hasOtherRelease = input.adding?.hasOtherRelease ?? false
    gathered.adding.lastLentAt = input.adding?.lastLentAt
    gathered.adding.show = input.adding?.show
    gathered.adding.source = input.adding?.source
    gathered.adding.isSourceOpen = input.adding?.isSourceOpen ?? false
  }

  /// Returns the answer of the open stock-take to a reading; nil if none is open, or in another mode.
  func counting(
    _ reading: Reading?, _ named: StationFacts.Resolution, by: String?
  ) throws -> StockTakeAnswer? {
    guard state.mode == .stocktake, let reading, let take = try transaction.openStockTake() else { return nil }
    let rules = LendingPolicy(library: library, station: policy)
    return try StockTakeCounter(transaction, take).answer(
      reading, named, mayBeCard: rules.looksLikeCard(reading.text.trimmed),
      at: min(max(reading.at, take.startedAt), transaction.now), station: station, by: by)
  }

  /// Returns those of these facts that depend on other records than those of the event.
  func adding(_ named: StationFacts.Resolution, _ event: StationEvent) throws -> StationInput.AddingFacts? {
    var facts = StationInput.AddingFacts()
    try addSource(&facts, named, event)
    switch state.mode {
    case .add:
      let count = try state.additions.map { try transaction.copyCount(of: $0.id) } ?? 0
      facts.inBatch = count > 0 ? count : nil
      if let release = releaseToAdd(named) {
        facts.isWished = try transaction.wishedAt(release) == nil ? nil : true
        facts.hasOtherRelease = try transaction.hasOtherRelease(of: release) ? true : nil
      }
    case .lookup:
      if let copy = soleCopy(named) {
        (facts.lastLentAt, facts.show) = try transaction.past(of: copy)
      }
    default: break
    }
    return facts.isEmpty ? nil : facts
  }

  /// The release of which the event may add a copy.
  private func releaseToAdd(_ named: StationFacts.Resolution) -> Release.ID? {
    switch named {
    case .release(let release, _): return release
    case .command(.yes): return state.stage.confirming?.release
    case .command(let command):
      guard let number = command.choice, case .thing(.release(let release))? = state.stage.choosing?[number] else {
        return nil
      }
      return release
    default: return nil
    }
  }

  private func soleCopy(_ named: StationFacts.Resolution) -> Copy.ID? {
    let copies = named.copies
    return copies.count == 1 ? copies.first?.id : nil
  }
}

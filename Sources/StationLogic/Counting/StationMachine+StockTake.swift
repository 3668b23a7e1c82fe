package import Deadwax
internal import Lending

extension StationMachine {
  /// Counts a record in the open stock-take. A copy is counted once, and a place is counted from now on.
  func count(_ state: StationState, _ facts: StationFacts, _ now: Timestamp) -> Decision {
    guard let answer = facts.counting else {
      return Decision(state, Outcome(.noStocktake, mode: state.mode), rule: .stocktakeNone)
    }
    guard let scan = answer.scan else { return wrongKind(state) }
    var outcome = Outcome(answer.code, mode: state.mode)
    var next = state.atRest
    let rule: Rule
    switch scan.subject {
    case .copy(let id):
      let copy = facts.named.countedCopy
      (outcome.copy, outcome.release, outcome.location) = (id, copy?.release, copy?.location)
      next = withLastHandled(id, state, now)
      rule = answer.isAgain ? .stocktakeAgain : .stocktakeCounted
    case .release(let id):
      outcome.release = id
      rule = answer.isAgain ? .stocktakeAgain : .stocktakeCounted
    case .place:
      switch facts.named {
      case .place(let place): outcome.location = Location(place: place.id, placeName: place.name)
      case .slot(let slot): outcome.location = Location(place: slot.place, placeName: slot.placeName)
      default: break
      }
      rule = .stocktakePlace
    case .listed:
      outcome.copy = facts.named.countedCopy?.id
      outcome.release = facts.named.countedCopy?.release
      rule = .stocktakeListed
    case .unknown: rule = .codeUnknown
    }
    return Decision(next, outcome, [.count(scan, in: answer.stockTake)], rule: rule, candidates: facts.named.targets)
  }

  /// Counts a code that belongs to nothing, if a stock-take is open.
  func counting(_ decision: Decision, _ state: StationState, _ facts: StationFacts) -> Decision {
    guard state.mode == .stocktake, let answer = facts.counting, let scan = answer.scan else { return decision }
    var counted = decision
    counted.effects.append(.count(scan, in: answer.stockTake))
    return counted
  }
}

extension StationFacts.Resolution {
  /// The copy that a code of its own names.
  fileprivate var countedCopy: Copy? {
    switch self {
    case .copy(let copy), .cardAnd(_, .copy(let copy)): copy
    default: nil
    }
  }
}

extension StockTakeAnswer {
  /// The outcome code that a station shows.
  package var code: Outcome.Code {
    if scan == nil { return .wrongKind }
    if isAgain { return .countedAgain }
    switch self.class {
    case nil: return .countingPlace
    case .found, .ticked, .arrived, .moved, .cameBack, .notScanned, .onLoan, .missingAgain, .uncertain, .removed:
      return .counted
    case .foundByRelease: return .countedByRelease
    case .misplaced: return .countedMisplaced
    case .unexpectedLoan: return .countedOnLoan
    case .unexpectedGone, .gone: return .countedGone
    case .outside: return .countedOutside
    case .unknown: return .unknownCode
    case .printedList: return .listCode
    }
  }
}

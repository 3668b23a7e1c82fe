internal import Deadwax
internal import Execution
internal import Lending
internal import OfflineStation
internal import StationLogic
internal import Storage

/// Decides the result of a scan that an offline station handled and reports later. What happened can no longer be
/// refused: a copy that left the library is lent despite every blocker, and a copy that came back is checked in. Only
/// cases that cannot be decided without a person are left to staff.
struct MergeRules {
  let records: any Queryable
  let library: LibraryPolicy
  let reading: Reading
  let act: OfflineFacts

  var rules: LendingPolicy { LendingPolicy(library: library, station: StationPolicy()) }
  var asking: RequestOrigin { RequestOrigin(channel: .offline, isClockRight: !(act.isClockWrong ?? false), at: at) }
  /// The effective time of the entry.
  var at: Timestamp { act.at }

  func decision() throws -> MergeDecision {
    var decision: MergeDecision
    switch act.act {
    case .card: decision = try card()
    case .refused: return .applied(outcome(act.displayed))
    case .other where act.mode == .stocktake && act.displayed == .recordedOffline: return counted()
    case .other: return .staff(.hubOffline, [], outcome(.hubOffline))
    case .checkOut: decision = try checkOut()
    case .checkIn: decision = try checkIn()
    case .renew: decision = try renew()
    }
    if act.isClockWrong ?? false, act.act != .card { decision = decision.though([.clock]) }
    return decision
  }

  /// Rules on a scan in a stock-take. It counts as of its time, also if the stock-take was closed since.
  private func counted() -> MergeDecision {
    guard let answer = act.counting else { return .staff(.noStocktake, [.noStocktake], outcome(.noStocktake)) }
    guard let scan = answer.scan else { return .applied(outcome(.wrongKind)) }
    var outcome = outcome(answer.code)
    switch scan.subject {
    case .copy(let id): outcome.copy = id
    case .release(let id): outcome.release = id
    case .place, .unknown, .listed: break
    }
    return .applied(outcome, [.count(scan, in: answer.stockTake)])
  }

  func outcome(_ code: Outcome.Code, of copy: Copy? = nil) -> Outcome {
    Outcome(code, mode: act.mode, release: copy?.release, copy: copy?.id)
  }

  /// Rules on the start or end of a session, or a change of mode. Nothing has to be done: the entries that follow carry
  /// the card themselves.
  private func card() throws -> MergeDecision {
    let named = try records.named(by: reading)
    var isUnknown = false
    if case .nothing = named { isUnknown = true }
    var decision = MergeDecision.applied(outcome(isUnknown ? .unknownCard : act.displayed))
    decision.borrower = named.card?.id
    return decision
  }

  /// Returns the borrower of the session; nil if the entry has no card or the card belongs to no borrower.
  func holder() throws -> Borrower? {
    guard let card = act.card else { return nil }
    let displayed = Reading(
      id: .absent, at: at, symbology: act.cardSymbology ?? .typed, text: card)
    return try records.named(by: displayed).card.map(asThen)
  }

  /// Returns a borrower with the number of loans that were overdue at the effective time.
  func asThen(_ borrower: Borrower) throws -> Borrower {
    var then = borrower
    if borrower.overdueLoans > 0 { then.overdueLoans = try records.overdueLoans(of: borrower.id, at: at) }
    return then
  }

  // MARK: - Finding the copy

  /// The meaning of an entry's code.
  enum Resolution {
    case copy(Copy, among: [CodeTarget])
    /// No single copy: the outcome that reports the reason, the possible choices, and the effects that follow.
    case none(Outcome.Code, release: Release.ID?, choices: [CodeTarget], effects: [Effect])
  }

  /// Finds the copy that the code was read from.
  ///
  /// - Parameter pick: returns those of several copies of a barcode that it can have been.
  /// - Returns: the copy, or the outcome to report if no single copy was found.
  /// - Throws: a `StorageError`, or the errors of `pick`.
  func thing(_ pick: ([Copy]) throws -> [Copy]) throws -> Resolution {
    let named = try records.named(by: reading)
    switch named {
    case .copy(let copy), .cardAnd(_, .copy(let copy)): return .copy(copy, among: [])
    case .nothing(let code): return unknown(code)
    case .disagreement: return .none(.tagContentMismatch, release: nil, choices: [], effects: [])
    case .ambiguous: return .none(.ambiguousCode, release: nil, choices: [], effects: [])
    default: break
    }
    let copies = named.copies
    guard let releases = named.releases else { return .none(.wrongKind, release: nil, choices: [], effects: []) }
    let targets = copies.map { CodeTarget.copy($0.id) }
    let release = releases.count == 1 ? releases.first : nil
    guard !copies.isEmpty else { return .none(.unknownCode, release: release, choices: [], effects: []) }
    let possible = try copies.count == 1 ? copies : pick(copies)
    if possible.count == 1, let copy = possible.first { return .copy(copy, among: targets) }
    let choices = (possible.isEmpty ? copies : possible).map { CodeTarget.copy($0.id) }
    let isOfSeveral = Set((possible.isEmpty ? copies : possible).map(\.release)).count > 1
    return .none(isOfSeveral ? .chooseRelease : .chooseCopy, release: release, choices: choices, effects: [])
  }

  /// Classifies an unknown code as a station does. A code that could identify something is stored in the inbox; one
  /// that looks like a card never is.
  private func unknown(_ code: Code) -> Resolution {
    let reported: Outcome.Code
    switch code {
    case .tag(let uid) where uid.isRandom: reported = .tagRandomUID
    case .damagedOwn: reported = .damagedCode
    case .wrongCheckDigit: reported = .wrongCheckDigit
    case .unusable: reported = .unusableCode
    case .own(let own) where own.kind == .command: reported = .unknownCommand
    case .own(let own) where own.kind == .borrower: reported = .unknownCard
    case .text(let text) where rules.looksLikeCard(text): reported = .unknownCard
    default:
      let stored = code.key.map { [Effect.storeUnknown($0, reading.symbology)] } ?? []
      return .none(.unknownCode, release: nil, choices: [], effects: stored)
    }
    return .none(reported, release: nil, choices: [], effects: [])
  }

  /// Returns the newest 100 loans of a copy, and the one that was open at the effective time.
  func loans(of copy: Copy) throws -> (all: [Loan], then: Loan?) {
    let loans = try records.loans(of: copy.id, limit: 100)
    return (loans, loans.first { $0.openedAt <= at && ($0.returnedAt.map { $0 > at } ?? true) })
  }
}

extension StationFacts.Resolution {
  /// The releases that a barcode belongs to; nil for anything that is not a release.
  fileprivate var releases: [Release.ID]? {
    switch self {
    case .release(let release, _): [release]
    case .releases(let shelved): shelved.map(\.release)
    case .cardAnd(_, let other): other.releases
    default: nil
    }
  }
}

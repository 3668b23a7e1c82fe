internal import Away
internal import Deadwax
internal import Desk
internal import Lending
internal import Storage

/// Decides what becomes of a scan that a station told later. What was done cannot be refused any more: a record that has
/// left the house is lent, whatever stands against it, and one that came back is back. Only what nobody can know without
/// asking is left to staff.
struct AwayJudge {
  let records: any Queryable
  let house: HousePolicy
  let reading: Reading
  let act: AwayAct

  /// As where borrowers serve themselves: there each thing that stands against a loan has its own name.
  var rules: LoanRules { LoanRules(house: house, station: StationPolicy(isSelfService: true)) }
  /// When it happened.
  var at: Timestamp { act.at }

  func ruling() throws -> AwayRuling {
    var ruling: AwayRuling
    switch act.act {
    case .card: ruling = try card()
    case .refused: return .applied(outcome(act.told))
    case .other: return .staff(.hubAway, [], outcome(.hubAway))
    case .checkOut: ruling = try checkOut()
    case .giveBack: ruling = try giveBack()
    case .renew: ruling = try renew()
    }
    if act.isClockWrong ?? false, act.act != .card { ruling = ruling.though([.clock]) }
    return ruling
  }

  func outcome(_ code: Outcome.Code, of copy: Copy? = nil) -> Outcome {
    Outcome(code, mode: act.mode, release: copy?.release, copy: copy?.id)
  }

  /// A session began or ended, or the station was told to do something else. Nothing is to be done; whose it was is known
  /// by the card of what follows.
  private func card() throws -> AwayRuling {
    let named = try records.named(by: reading)
    var isUnknown = false
    if case .nothing = named { isUnknown = true }
    var ruling = AwayRuling.applied(outcome(isUnknown ? .unknownCard : act.told))
    ruling.borrower = named.card?.id
    return ruling
  }

  /// Whose session it was; nil when no card was told, or nobody has it.
  func holder() throws -> Borrower? {
    guard let card = act.card else { return nil }
    let shown = Reading(
      id: .nobody, at: at, symbology: act.cardSymbology ?? .typed, text: card)
    return try records.named(by: shown).card
  }

  // MARK: which record

  /// What a code of an entry means.
  enum Thing {
    case copy(Copy, among: [CodeTarget])
    /// Nothing, or too much: with the code that tells so, and what follows.
    case none(Outcome.Code, release: Release.ID?, choices: [CodeTarget], effects: [Effect])
  }

  /// The record that was in the hand.
  ///
  /// - Parameter pick: of several copies of a barcode those that it can have been.
  /// - Returns: the copy, or what is to be told where it is none.
  /// - Throws: a `StorageError`, or what `pick` throws.
  func thing(_ pick: ([Copy]) throws -> [Copy]) throws -> Thing {
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

  /// As a desk tells it. A code that could name something goes into the inbox; what looks like a card never does.
  private func unknown(_ code: Code) -> Thing {
    let told: Outcome.Code
    switch code {
    case .tag(let uid) where uid.isRandom: told = .tagRandomUID
    case .damagedOwn: told = .damagedCode
    case .wrongCheckDigit: told = .wrongCheckDigit
    case .unusable: told = .unusableCode
    case .own(let own) where own.kind == .command: told = .unknownCommand
    case .own(let own) where own.kind == .borrower: told = .unknownCard
    case .text(let text) where rules.looksLikeCard(text): told = .unknownCard
    default:
      let kept = code.key.map { [Effect.keepUnknown($0, reading.symbology)] } ?? []
      return .none(.unknownCode, release: nil, choices: [], effects: kept)
    }
    return .none(told, release: nil, choices: [], effects: [])
  }

  /// The loans of a copy, and which of them was open when it happened.
  func loans(of copy: Copy) throws -> (all: [Loan], then: Loan?) {
    let loans = try records.loans(of: copy.id, limit: 100)
    return (loans, loans.first { $0.openedAt <= at && ($0.returnedAt.map { $0 > at } ?? true) })
  }
}

extension World.Named {
  /// The releases that a barcode is of; nil for what is none.
  fileprivate var releases: [Release.ID]? {
    switch self {
    case .release(let release, _): [release]
    case .releases(let shelved): shelved.map(\.release)
    case .cardAnd(_, let other): other.releases
    default: nil
    }
  }
}

package import Deadwax

/// The order in which reasons are reported. The first one becomes the outcome's code and the title on the screen.
///
/// First come reasons that apply to any record, such as a blocked card. Reasons that concern this record follow, then
/// those that need only a yes, then the notes.
package enum ReasonOrder {
  /// All codes that the rules of this module give as a reason or a note, the most important first.
  package static let all: [Outcome.Code] = [
    // The borrower.
    .cardBlocked, .cardExpired, .overdueBlock, .feesBlock, .limit,
    // The record.
    .withdrawn, .notForLoan, .partsMissing, .onLoanElsewhere, .holdOther, .foundMissing,
    // The renewal.
    .notOnLoan, .overdueBlockAll, .overdueBlockItem, .holdWaiting, .renewLimit, .tooEarly, .renewOffer,
    // The return.
    .partsCheck, .returnedOverdue, .feeDue, .inHouse,
    // Notes.
    .holdFulfilled, .parts, .overdueNote, .clock,
  ]

  private static let places = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1, $0) })

  /// Returns the codes in that order, each once. A code without a position comes last, sorted by its name.
  package static func sorted(_ codes: [Outcome.Code]) -> [Outcome.Code] {
    guard codes.count > 1 else { return codes }
    let place = { (code: Outcome.Code) in places[code] ?? all.count }
    return Set(codes).sorted { (place($0), $0.rawValue) < (place($1), $1.rawValue) }
  }
}

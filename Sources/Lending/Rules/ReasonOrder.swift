package import Deadwax

/// The one order in which reasons are told: the first of them becomes the code of the outcome, and the title on the
/// screen.
///
/// What no other record would help against comes first, as a blocked card; then what keeps this record here; then what
/// a yes is enough for; then what is only to be known.
package enum ReasonOrder {
  /// Every code that a rule of this module gives as a reason or a note, the weightiest first.
  package static let all: [Outcome.Code] = [
    // The person.
    .cardBlocked, .cardExpired, .overdueBlock, .feesBlock, .limit,
    // The record.
    .withdrawn, .notForLoan, .onLoanElsewhere, .holdOther, .foundMissing,
    // The renewal.
    .notOnLoan, .overdueBlockAll, .overdueBlockItem, .holdWaiting, .renewLimit, .tooEarly, .renewOffer,
    // The return.
    .partsCheck, .partsMissing, .returnedOverdue, .feeDue, .inHouse,
    // To be known.
    .holdFulfilled, .parts, .overdueNote, .clock,
  ]

  private static let places = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1, $0) })

  /// The codes in that order, each once. A code that has no place comes last, by its name.
  package static func sorted(_ codes: [Outcome.Code]) -> [Outcome.Code] {
    guard codes.count > 1 else { return codes }
    let place = { (code: Outcome.Code) in places[code] ?? all.count }
    return Set(codes).sorted { (place($0), $0.rawValue) < (place($1), $1.rawValue) }
  }
}

package import Deadwax

/// One change of the records that a decision asks for. All effects of a decision happen, or none; together they are one
/// change, undone as one.
///
/// That a visit begins or ends is no effect: it follows from the state, by `StationState.visits(since:)`, so that also a
/// visit whose time is over ends without any.
package enum Effect: Hashable, Sendable {
  /// A new copy of a release that is in the catalogue.
  case addCopy(Release.ID)
  /// A new release known only by its barcode, one copy of it, and a look-up that fills it in later.
  case addUnresolved(GTIN)
  /// `fulfils` is the hold that the loan ends; `found` when the copy was thought missing or lost. `at` is when it began,
  /// earlier than now for what a station did while the hub was away; nil for now.
  case lend(Copy, to: Borrower.ID, dueAt: Timestamp, fulfils: Hold.ID?, found: Bool, at: Timestamp? = nil)
  /// `at` is the time of the return, earlier than now for the book drop; nil for now. `partsBack` is nil for all.
  case giveBack(Loan, at: Timestamp?, partsBack: Int?, fee: Int)
  /// So many of its parts are back, and it stays open for the others.
  case notePartsBack(Loan, Int)
  case renew(Loan, dueAt: Timestamp)
  /// The next hold of the queue is ready: this copy lies on the pick-up shelf for it.
  case setAside(Copy, for: Hold.ID, until: Timestamp)
  /// A copy that was thought missing or lost is there.
  case find(Copy)
  case countInHouse(Copy)
  case countPlay(Copy)
  case grade(Copy, String)
  case wish(Release.ID)
  /// Puts a copy where it belongs from now on.
  case shelve(Copy, Location)
  /// A job that writes the copy's code to the tag and binds it, with what was said yes to.
  case writeTag(Copy, CodeAtHand, confirmed: [Outcome.Code])
  /// Makes the tag or the label name the copy; a binding to something else ends.
  case bind(Copy, CodeAtHand)
  /// Ends the queue of the desk.
  case endQueue
  /// Has a label of the copy made.
  case label(Copy)
  /// Keeps a code that nobody knows, for somebody to decide about.
  case keepUnknown(Code.Key, Symbology)
  /// Asks the network about an unknown code again.
  case lookUpAgain(Code.Key)
  /// Makes a code of the inbox name the record in the hand.
  case claim(Code.Key, Copy)
  case forget(Code.Key)
  /// Takes back a change.
  case undo(Change.ID)
  /// A PIN that was typed was the right one, or was not. The tries are counted for the card, not for the desk.
  case countPIN(Borrower.ID, isRight: Bool)
  case setQuiet(Bool)
  case setLanguage(String)
  /// Who said yes to what stood against it, and why: kept with the change.
  case override(by: Borrower.ID?, reasons: [Outcome.Code], reason: String)

  /// What is kept as the reason where the card of a member of staff was the yes.
  package static let yesByCard = "at the desk, by card"
  /// What is kept as the reason where the yes was said while that card had opened the desk.
  package static let yesAfterCard = "at the desk, opened by card"
}

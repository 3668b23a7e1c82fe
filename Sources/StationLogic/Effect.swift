package import Deadwax
package import Lending

/// A change of the records that a decision requests. All effects of a decision are applied, or none is. Together they
/// are one change, undone as one.
///
/// The start or end of a session record is not an effect: it follows from the state, by `StationState.sessions(since:)`.
/// A session that expires therefore ends without any effect.
package enum Effect: Hashable, Sendable {
  /// Adds a copy of a release that is in the catalogue.
  case addCopy(Release.ID)
  /// Adds a release known only by its barcode, one copy of it, and a look-up that fills it in later.
  case addUnresolved(GTIN)
  /// Chooses the record of the external catalogue that describes a release.
  case chooseSource(Release.ID, sourceID: String)
  /// Adds the copy that the previous effect added to a batch of additions, and gives it the settings of the batch. The
  /// location is that of its place, if the place exists.
  case addToBatch(StationState.Additions, Location?)
  /// Adds a release known only by its address at Discogs, one copy of it, and a look-up that fills it in later.
  case addFromDiscogs(DiscogsAddress)
  /// Applies an effect of a lending plan.
  case lending(LendingEffect)
  case countPlay(Copy)
  case grade(Copy, String)
  case wish(Release.ID)
  /// Adds a record at the end of a crate. The crate is made if it does not exist.
  case collect(CrateItem.Subject, into: Crate.ID)
  /// Sets the place where a copy belongs from now on.
  case shelve(Copy, Location)
  /// Takes a copy out of its place, so that it has none. Only an answer of a person leads to this.
  case unshelve(Copy)
  /// Moves a place with everything in it into another one.
  case movePlace(Place, into: Place.ID)
  /// Binds a free tag or label to a borrower's card, a place or a slot.
  case bindFree(CodeTarget, BindingCandidate)
  /// Creates a job that writes the copy's code to the tag and binds it, with the confirmed prompts.
  case writeTag(Copy, BindingCandidate, confirmed: [Outcome.Code])
  /// Binds the tag or label to the copy; a binding to another record ends.
  case bind(Copy, BindingCandidate)
  /// Ends the tag queue of the station.
  case endQueue
  /// Queues a label of the copy.
  case label(Copy)
  /// Stores an unknown code in the inbox, for staff to decide about.
  case storeUnknown(Code.Key, Symbology)
  /// Looks an unknown code up online again.
  case lookUpAgain(Code.Key)
  /// Binds a code of the inbox to the record in hand.
  case claim(Code.Key, Copy)
  case forget(Code.Key)
  /// Counts a scan in a stock-take.
  case count(StockTakeScan, in: StockTake.ID)
  /// Undoes a change.
  case undo(Change.ID)
  /// Counts an entered PIN, correct or wrong. The failures count for the card, not for the station.
  case countPIN(Borrower.ID, isRight: Bool)
  case setQuiet(Bool)
  case setLanguage(String)
  /// Records the override with the change: the person, the blockers and the reason.
  case override(by: Borrower.ID?, reasons: [Outcome.Code], reason: String)

  /// The hold for which the effect traps a copy; nil for any other effect.
  package var trapped: Hold.ID? {
    guard case .lending(.trap(_, let hold, _)) = self else { return nil }
    return hold
  }

  /// The stored reason if a staff card was the yes.
  package static let yesByCard = "at the station, by card"
  /// The stored reason if the yes was given while a staff card had opened the station.
  package static let yesAfterCard = "at the station, opened by card"

  /// True if the effect adds a copy, whose id is then in the outcome.
  package var addsCopy: Bool {
    switch self {
    case .addCopy, .addUnresolved, .addFromDiscogs: true
    default: false
    }
  }
}

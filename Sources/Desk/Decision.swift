package import Deadwax

/// Something that happens at a desk.
package enum DeskEvent: Hashable, Sendable {
  /// A reading came in; the world tells what it names.
  case reading
  /// Time has passed.
  case timer
  /// A person chose a mode on the screen.
  case choose(Mode)
  /// A person ended what was open, on the screen.
  case end
  /// A person answered the desk's question on the screen; the world tells what it is about.
  case answer(Bool)
}

/// What follows from an event: the new state, what to change in the records, and for a reading its outcome.
package struct Decision: Hashable, Sendable {
  package var state: StationState
  package var effects: [Effect]
  /// Nil for a timer, and for what is chosen on the screen; an answer there has one, but leaves no row in the history.
  package var outcome: Outcome?

  package init(_ state: StationState, _ outcome: Outcome?, _ effects: [Effect] = []) {
    self.state = state
    self.effects = effects
    self.outcome = outcome
  }
}

/// One change of the records that a decision asks for. All effects of a decision happen, or none.
package enum Effect: Hashable, Sendable {
  /// A new copy of a release that is in the catalogue.
  case addCopy(Release.ID)
  /// A new release known only by its barcode, one copy of it, and a look-up that fills it in later.
  case addUnresolved(GTIN)
  case lend(Copy, to: Borrower.ID, dueAt: Timestamp)
  case giveBack(Loan)
  /// Puts a copy where it belongs from now on.
  case shelve(Copy, Location)
  /// A job that writes the copy's code to the tag and binds it, with what was said yes to.
  case writeTag(Copy, CodeAtHand, confirmed: [Outcome.Code])
  /// Makes the tag or the label name the copy; a binding to something else ends.
  case bind(Copy, CodeAtHand)
  /// Ends the queue of the desk.
  case endQueue
}

package import Deadwax

extension StationFacts {
  /// The facts for an open choice or confirmation, in any mode.
  package struct PromptFacts: Hashable, Sendable {
    /// The current data of the copies in an open choice. For a choice between releases, all their copies; for an addition
    /// that waits for a yes, all copies of its release.
    package var candidates: [Copy] = []
    /// The borrower in an open choice, if the code is a card and another record.
    package var card: Borrower?
    /// The copy of a confirmation.
    package var copy: Copy?
    /// The borrower of a confirmation.
    package var borrower: Borrower?

    package init() {}
  }
}

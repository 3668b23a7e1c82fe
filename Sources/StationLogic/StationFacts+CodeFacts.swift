package import Deadwax

extension StationFacts {
  /// The facts for an unresolved code and a barcode of the trade.
  package struct CodeFacts: Hashable, Sendable {
    /// The code's entry in the inbox.
    package var inbox: InboxItem?
    /// True if the text looks like an external borrower's card.
    package var looksLikeCard = false
    /// True if the affected release is on the wish list: that of the reading, or of the choice.
    package var isWished = false
    /// The symbology of the code.
    package var symbology = Symbology.typed

    package init() {}
  }
}

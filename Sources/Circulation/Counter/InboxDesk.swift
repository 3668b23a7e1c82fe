package import Catalogue
package import Deadwax

/// The codes that nobody knew when they were scanned, until somebody decides what each is.
package struct InboxDesk: Sendable {
  let room: CounterRoom

  /// The newest first; all states for nil.
  ///
  /// - Throws: `CounterError.badCursor`.
  package func list(state: InboxItem.State?, cursor: String?, limit: Int) throws -> Catalogue.Page<InboxView> {
    throw CounterError.notYet
  }

  /// - Throws: `CounterError.noSuchItem`.
  package func view(_ id: InboxItem.ID) throws -> InboxView { throw CounterError.notYet }

  /// Makes a release of it by hand, and a copy that the code names (or whose release it names, for a barcode of the
  /// trade).
  ///
  /// - Throws: `CounterError.noSuchItem`, `.isOver`, `.badValue`, or `.codeTaken`.
  package func name(
    _ id: InboxItem.ID, title: String, artist: String, medium: Medium, by: String?
  ) throws -> InboxView {
    throw CounterError.notYet
  }

  /// Asks the catalogues about a barcode again: a release that is known by it alone is added, and filled in later.
  ///
  /// - Throws: `CounterError.noSuchItem`, `.isOver`, or `.badValue` for what is no barcode.
  package func lookUpAgain(_ id: InboxItem.ID, by: String?) throws -> InboxView { throw CounterError.notYet }

  /// Makes the code name a copy that is there; a barcode of the trade then names its release.
  ///
  /// - Throws: `CounterError.noSuchItem`, `.isOver`, `.noSuchCopy`, or `.codeTaken`.
  package func claim(_ id: InboxItem.ID, copy: Copy.ID, by: String?) throws -> InboxView { throw CounterError.notYet }

  /// Nothing of ours.
  ///
  /// - Throws: `CounterError.noSuchItem` or `.isOver`.
  package func forget(_ id: InboxItem.ID, by: String?) throws -> InboxView { throw CounterError.notYet }
}

/// An item of the inbox, with what became of it.
package struct InboxView: Hashable, Sendable {
  package var item: InboxItem
  package var copy: Copy?
  package var release: Release?

  package init(item: InboxItem, copy: Copy? = nil, release: Release? = nil) {
    self.item = item
    self.copy = copy
    self.release = release
  }
}

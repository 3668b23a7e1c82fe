package import Deadwax
package import Lending
internal import Storage

extension Catalogue {
  /// A release that a search found.
  package struct Found: Hashable, Sendable {
    package var release: Release
    /// The number that matches; nil for a release that was found by something else.
    package var number: Number?
  }

  /// A number of a release that matches a search.
  package struct Number: Hashable, Sendable {
    package var kind: ReleaseNumberKind
    /// The number as printed.
    package var value: String
  }

  /// A text that a person or a program searches for, in the query language of the library.
  package struct Search: Sendable {
    package var text: String
    /// True while a person types it: the last word is then the beginning of a word.
    package var isTyping: Bool
    /// True if a query that finds nothing may be replaced by a similar one.
    package var isCorrected: Bool
    /// The time zone of the library, which its days are in.
    package var zone: POSIXTimeZone
    /// The time after which the search ends with what it has found.
    package var patience: Duration

    package init(_ text: String, isTyping: Bool, isCorrected: Bool, zone: POSIXTimeZone, patience: Duration) {
      self.text = text
      self.isTyping = isTyping
      self.isCorrected = isCorrected
      self.zone = zone
      self.patience = patience
    }
  }

  /// The patience of a search while a person types the next letter, and otherwise.
  package static let patienceWhileTyping = Duration.milliseconds(500)
  package static let patience = Duration.seconds(2)

  /// Returns a page of the releases that a query finds. A query of words alone finds those with a barcode, a catalogue
  /// number or a matrix number that begins with it first, and then those with the words in artist and title. The others
  /// follow in the order of the query, or else the newest first.
  ///
  /// - Parameters:
  ///   - search: the query.
  ///   - filter: the releases that the list shows.
  ///   - cursor: the `next` of the previous page, nil for the first page.
  ///   - limit: the maximum number of releases, 1 to 200.
  /// - Returns: the page, with each release once.
  /// - Throws: `CatalogueError.badCursor` or `QueryError`.
  package func search(_ search: Search, in filter: ReleaseFilter, cursor: String?, limit: Int) throws -> Page<Found> {
    let work = try SearchReading(search, in: filter, cursor: cursor, limit: limit)
    return try database.read(while: work.goesOn) { try work.page(in: $0, by: database.words) }
  }
}

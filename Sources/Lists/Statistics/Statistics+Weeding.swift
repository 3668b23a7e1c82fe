package import Catalogue
package import Deadwax
package import Lending
internal import Storage

extension Statistics {
  /// A copy to look at when the library makes room, with its reasons.
  package struct Weeding: Sendable {
    package let copy: Copy
    package let release: Release
    package let reasons: [WeedingReason]
    /// The beginning of the last loan; nil if it was never lent.
    package let lastLentAt: Timestamp?
  }

  /// The years after which a copy counts as unused, unless the caller gives others.
  package static let yearsUnused = 3
  /// The range of these years.
  package static let yearsOfUse = 1...99

  /// Returns a page of the copies to look at when the library makes room, in the order of their numbers. Copies on loan
  /// are left out, and so are missing, lost and withdrawn ones.
  ///
  /// - Parameters:
  ///   - reason: the reason to look for; nil for any.
  ///   - years: the years after which a copy counts as unused, in `yearsOfUse`.
  ///   - zone: the time zone of the library.
  ///   - cursor: the `next` of the previous page, nil for the first page.
  ///   - limit: the maximum number of copies, 1 to 200.
  /// - Returns: the page.
  /// - Throws: `CatalogueError.badCursor`.
  package func weeding(
    for reason: WeedingReason?, unusedFor years: Int, in zone: POSIXTimeZone, cursor: String?, limit: Int
  ) throws -> Catalogue.Page<Weeding> {
    var after: Int?
    if let cursor {
      guard let number = Int(cursor), number >= 0 else { throw CatalogueError.badCursor }
      after = number
    }
    return try database.read { reading in
      let today = zone.day(at: reading.now)
      // The 29th of February has no anniversary in most years; the day before it is one.
      let day =
        CivilDate(year: today.year - years, month: today.month, day: today.day)
        ?? CivilDate(year: today.year - years, month: today.month, day: today.day - 1) ?? today
      let rows = try reading.weeding(
        for: reason.map { [$0] } ?? WeedingReason.allCases, unusedSince: zone.endOfDay(day), after: after,
        limit: limit + 1)
      let page = Array(rows.prefix(limit))
      return Catalogue.Page(
        items: page.map {
          Weeding(copy: $0.copy, release: $0.release, reasons: $0.reasons, lastLentAt: $0.lastLentAt)
        },
        next: rows.count > limit ? page.last.map { String($0.copy.number) } : nil)
    }
  }
}

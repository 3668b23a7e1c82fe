internal import CSV
internal import Catalogue
package import Deadwax
package import Lending

/// The tables as comma-separated values (RFC 4180), in UTF-8 with a byte order mark, by which spreadsheets recognise it.
extension Statistics {
  /// Returns a statistic with at most `mostGroups` groups.
  ///
  /// - Throws: `StaffError.indexing` while the search index is being built.
  package func csv(_ statistic: Statistic, in zone: POSIXTimeZone) throws -> [UInt8] {
    let found = try counted(statistic, most: Self.mostGroups, in: zone).table
    var table = CSVWriter(hasMark: true)
    table.write([statistic.rawValue, statistic.unit.rawValue, "copies", "query", "found"])
    for group in found.groups {
      // The releases that the query finds. They are counted, or are beside what is counted.
      let found = group.query.map { _ in String(group.releases ?? group.count) }
      table.write([
        group.name, String(group.count), group.copies.map(String.init) ?? "", group.query ?? "", found ?? "",
      ])
    }
    return table.bytes
  }

  /// Returns the form of a year.
  ///
  /// - Throws: `StaffError.indexing` while the search index is being built, and `.noSuchStatistic` for a year outside of
  ///   the calendar.
  package func csv(ofYear year: Int, in zone: POSIXTimeZone) throws -> [UInt8] {
    var table = CSVWriter(hasMark: true)
    table.write(["year", "name", "number", "query"])
    for figure in try form(ofYear: year, in: zone).figures {
      table.write([String(year), figure.name.rawValue, String(figure.count), figure.query ?? ""])
    }
    return table.bytes
  }

  /// Returns the whole weeding list.
  ///
  /// - Throws: a `StorageError`.
  package func weedingCSV(for reason: WeedingReason?, unusedFor years: Int, in zone: POSIXTimeZone) throws -> [UInt8] {
    var table = CSVWriter(hasMark: true)
    table.write(["number", "artist", "title", "medium", "place", "condition", "last lent", "reasons"])
    var cursor: String?
    repeat {
      let page = try weeding(for: reason, unusedFor: years, in: zone, cursor: cursor, limit: 200)
      for row in page.items {
        table.write([
          String(row.copy.number), row.release.artist, row.release.title, row.release.medium.rawValue,
          row.copy.location?.placeName ?? "", row.copy.mediaCondition ?? "",
          row.lastLentAt.map { zone.day(at: $0).description } ?? "",
          row.reasons.map(\.rawValue).joined(separator: " "),
        ])
      }
      cursor = page.next
    } while cursor != nil
    return table.bytes
  }
}

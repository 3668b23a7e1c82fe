internal import CSV
package import Deadwax

extension StockTakes {
  /// Returns the entries of a stock-take as a table of comma-separated values (RFC 4180), in UTF-8 with a byte order mark,
  /// by which spreadsheets recognise it.
  ///
  /// The codes are those of printed lists, so a list that someone prints of it is no evidence in a stock-take.
  ///
  /// - Throws: `StaffError.noSuchStockTake`.
  package func table(of id: StockTake.ID, _ filter: Filter) throws -> [UInt8] {
    var table = CSVWriter(hasMark: true)
    table.write([
      "class", "number", "artist", "title", "shelf mark", "place", "slot", "seen in", "last scan", "station",
      "by", "again", "text", "list code",
    ])
    for view in try report(of: id, filter).entries {
      let entry = view.entry
      table.write([
        entry.class.rawValue, view.number.map(String.init) ?? "", view.artist ?? "", view.title ?? "",
        view.shelfMark ?? "", view.placeName ?? "", view.slotNumber.map(String.init) ?? "", view.seenIn ?? "",
        entry.last.map { $0.at.description } ?? "", entry.last?.station.text ?? "", entry.last?.by ?? "",
        String(entry.again), entry.text ?? "", view.listCode?.description ?? "",
      ])
    }
    return table.bytes
  }
}

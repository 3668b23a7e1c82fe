internal import CSV
internal import Catalogue
internal import Deadwax

extension Copies {
  /// Returns the copies with an own valuation as a table of comma-separated values (RFC 4180), in UTF-8 with a byte order
  /// mark, by which spreadsheets recognise it. The amounts have the decimals of their currency.
  package func insuranceTable() throws -> [UInt8] {
    var table = CSVWriter(hasMark: true)
    table.write(["number", "artist", "title", "medium", "value", "currency", "valued on", "valued by"])
    var cursor: String?
    repeat {
      let page = try insurance(cursor: cursor, limit: 200).page
      for owned in page.items {
        guard let value = owned.facts.valuation else { continue }
        table.write([
          String(owned.copy.number), owned.release.artist, owned.release.title, owned.release.medium.rawValue,
          value.decimal, value.currency, owned.facts.valuedOn?.description ?? "", owned.facts.valuedBy ?? "",
        ])
      }
      cursor = page.next
    } while cursor != nil
    return table.bytes
  }
}

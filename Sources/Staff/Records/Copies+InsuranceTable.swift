internal import Catalogue
internal import Deadwax

extension Copies {
  /// Returns the copies with an own valuation as a table of comma-separated values (RFC 4180), in UTF-8 with a byte order
  /// mark, by which spreadsheets recognise it. The amounts have the decimals of their currency.
  package func insuranceTable() throws -> [UInt8] {
    var table =
      "\u{FEFF}" + line(["number", "artist", "title", "medium", "value", "currency", "valued on", "valued by"])
    var cursor: String?
    repeat {
      let page = try insurance(cursor: cursor, limit: 200).page
      for owned in page.items {
        guard let value = owned.facts.valuation else { continue }
        table += line([
          String(owned.copy.number), owned.release.artist, owned.release.title, owned.release.medium.rawValue,
          decimal(value), value.currency, owned.facts.valuedOn?.description ?? "", owned.facts.valuedBy ?? "",
        ])
      }
      cursor = page.next
    } while cursor != nil
    return Array(table.utf8)
  }
}

/// Returns a line of the table. A text that a spreadsheet would take for a formula begins with an apostrophe.
private func line(_ fields: [String]) -> String {
  fields.map { field in
    let text = field.first.map { "=+-@\t\r".contains($0) } ?? false ? "'" + field : field
    return text.contains { ",\"\n\r".contains($0) } ? "\"" + text.replacing("\"", with: "\"\"") + "\"" : text
  }.joined(separator: ",") + "\r\n"
}

/// Returns an amount with the decimals of its currency, such as 12.50.
private func decimal(_ money: Money) -> String {
  let digits = Currency(money.currency)?.minorDigits ?? 2
  guard digits > 0 else { return String(money.amount) }
  let text = String(money.amount)
  let padded = String(repeating: "0", count: max(0, digits + 1 - text.count)) + text
  return padded.dropLast(digits) + "." + padded.suffix(digits)
}

internal import Deadwax

/// The erasure of one borrower from the entries of offline stations: the borrower of an entry, and every card that was
/// read.
struct OfflineErasure {
  let database: Database
  let borrower: Borrower.ID

  private struct Seen: Sendable {
    var number: Int64
    /// The code that was read and its replacement. `new` is nil if the code is not the borrower's.
    var code: (old: String, new: String?)
    var written: (old: String?, new: String?)
    var card: (old: String?, new: String?)
    var isAbout: Bool
  }

  /// Removes the borrower from all entries.
  ///
  /// - Returns: the number of entries changed.
  /// - Throws: a `StorageError`.
  func run() throws -> Int {
    let known = try database.read { reading in
      try reading.all("SELECT old, new FROM erasure WHERE borrower_id = ?1 AND new <> ''", borrower) {
        (try $0.text("old"), try $0.text("new"))
      }
    }
    let replacements = Dictionary(known) { first, _ in first }
    var total = 0
    var position: Int64 = 0
    while true {
      let rows = try database.read { try Self.rows(after: position, borrower, replacements, $0) }
      guard let last = rows.last else { return total }
      position = last.number
      let found = rows.filter { $0.isAbout || $0.code.new != nil || $0.written.new != nil || $0.card.new != nil }
      total += found.count
      guard !found.isEmpty else { continue }
      try database.write { [borrower] transaction in
        for seen in found {
          try transaction.run(
            """
            UPDATE offline_entry SET code = ?2, written = ?3, card = ?4, note = NULL, scrubbed_at = ?5,
              borrower_id = CASE borrower_id WHEN ?6 THEN NULL ELSE borrower_id END
            WHERE number = ?1
            """, seen.number, seen.code.new ?? seen.code.old, seen.written.new ?? seen.written.old,
            seen.card.new ?? seen.card.old, transaction.now, borrower)
          for (old, new) in [(seen.code.old as String?, seen.code.new), seen.written, seen.card] {
            // The recording contains the spelling that was read, so it must be replaced there too.
            if let old, let new, old != new { try transaction.noteErasure(of: borrower, old, as: new) }
          }
        }
      }
    }
  }

  private static func rows(
    after position: Int64, _ borrower: Borrower.ID, _ replacements: [String: String], _ reading: ReadTransaction
  ) throws -> [Seen] {
    func replacement(_ text: String?, _ symbology: Symbology?) -> String? {
      text.flatMap { Code.classify($0, symbology: symbology).key }.flatMap { replacements[$0.value] }
    }
    return try reading.all(
      """
      SELECT number, code, symbology, written, card, card_symbology, borrower_id FROM offline_entry
      WHERE number > ?1 ORDER BY number LIMIT \(ErasureSweep.slice)
      """, position
    ) { row in
      let code = try row.text("code")
      let written = try row.optionalText("written")
      let card = try row.optionalText("card")
      let cardSymbology = try row.optionalText("card_symbology").map { Symbology(rawValue: $0) }
      return Seen(
        number: try row.integer("number"),
        code: (code, replacement(code, Symbology(rawValue: try row.text("symbology")))),
        written: (written, replacement(written, nil)), card: (card, replacement(card, cardSymbology)),
        isAbout: try row.optionalText("borrower_id") == borrower.text)
    }
  }
}

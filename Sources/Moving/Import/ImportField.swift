/// A field of a record that a column of an imported file fills in. The raw value is the name of its column in the
/// exported table, or a new name for a field that only the files of other programs have.
package enum ImportField: String, CaseIterable, Codable, Sendable {
  case number, artist, title, medium, label
  case catalogNumber = "catalog_number"
  case year, country, barcode, discogs, musicbrainz, wikidata
  /// The tags that people put on a release. `tags` has the NFC tags of a copy.
  case releaseTags = "release_tags"
  case status
  case statusOn = "status_on"
  case statusReason = "status_reason"
  case isSold = "is_sold"
  case isReference = "is_reference"
  case place, slot
  case shelfMark = "shelf_mark"
  case mediaCondition = "media_condition"
  case sleeveCondition = "sleeve_condition"
  case parts
  case partsMissing = "parts_missing"
  case plays
  case lastPlayedAt = "last_played_at"
  case accession
  case acquiredFrom = "acquired_from"
  case acquiredOn = "acquired_on"
  case price
  case priceCurrency = "price_currency"
  case valuation
  case valuationCurrency = "valuation_currency"
  case valuedOn = "valued_on"
  case valuedBy = "valued_by"
  case replacementCost = "replacement_cost"
  case replacementCurrency = "replacement_currency"
  case notes, code, tags
  case addedAt = "added_at"
  case releaseStatus = "release_status"
  case copyID = "copy_id"
  case releaseID = "release_id"
  // Fields that the exported table does not have.
  /// A format in words, such as "2xLP, Album", from which the medium is read.
  case format
  case genres, styles, released
  /// The cover of the release in Base64. An export has it on request.
  case cover
  /// The number of copies that a line stands for.
  case quantity
  // Borrowers.
  case name
  case shortName = "short_name"
  case group
  case isStaff = "is_staff"
  case email, phone, language
  case expiresAt = "expires_at"
  case blockedAt = "blocked_at"
  case blockReason = "block_reason"
  case loanLimit = "loan_limit"
  case note, cards
  case createdAt = "created_at"
  case borrowerID = "borrower_id"
  /// The parts of a name, of programs that have two columns.
  case firstName = "first_name"
  case lastName = "last_name"
  // Loans.
  case openedAt = "opened_at"
  case dueAt = "due_at"
  case returnedAt = "returned_at"
  case copyNumber = "copy_number"
  case borrowerName = "borrower_name"
  case renewals
  case renewedAt = "renewed_at"
  case partsBack = "parts_back"
  case claimedReturnedAt = "claimed_returned_at"
  case station
  case returnedStation = "returned_station"
  case loanID = "loan_id"
  /// The card of the borrower, of programs that have no other number.
  case card

  /// The fields of the lines of a table: the columns of its export, then those that only other programs have.
  package static func all(of table: ExportTable) -> [ImportField] {
    let others: [ImportField] =
      switch table {
      case .copies: [.format, .genres, .styles, .released, .quantity, .cover]
      case .borrowers: [.firstName, .lastName]
      case .loans: [.code, .card]
      }
    return table.columns.compactMap(ImportField.init(rawValue:)) + others
  }
}

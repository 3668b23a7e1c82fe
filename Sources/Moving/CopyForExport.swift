internal import Deadwax
internal import FoundationEssentials
internal import Storage

/// A copy as a line of the exported table.
struct CopyForExport: Sendable {
  let row: CatalogueRow
  /// The names of its place and of the places around it, from the outermost on.
  let place: [String]
  /// The cover of its release; nil for none, and if it is not wanted.
  let cover: [UInt8]?

  /// The column of covers, which an export has on request alone.
  static let coverColumn = ExportColumn<CopyForExport>("cover") {
    $0.cover.map { Data($0).base64EncodedString() } ?? ""
  }

  /// Nothing of Discogs is here that its terms restrict: no prices, no numbers of people who have or want it, no pictures.
  static let columns: [ExportColumn<CopyForExport>] = release + copy + own + ids

  private static let release: [ExportColumn<CopyForExport>] = [
    .init("number") { "\($0.row.copy.number)" },
    .init("artist") { $0.row.release.artist },
    .init("title") { $0.row.release.title },
    .init("medium") { $0.row.release.medium.rawValue },
    .init("label") { $0.row.release.label.text },
    .init("catalog_number") { $0.row.release.catalogNumber.text },
    .init("year") { $0.row.release.year.text },
    .init("country") { $0.row.release.country.text },
    .init("barcode") { $0.row.release.barcode?.key ?? "" },
    .init("discogs") { $0.row.numbers[.discogs].text },
    .init("musicbrainz") { $0.row.numbers[.musicbrainz].text },
    .init("wikidata") { $0.row.numbers[.wikidata].text },
  ]

  private static let copy: [ExportColumn<CopyForExport>] = [
    .init("status") { $0.row.copy.status.rawValue },
    .init("status_on") { $0.row.facts.statusOn.text },
    .init("status_reason") { $0.row.facts.statusReason.text },
    .init("is_sold") { $0.row.facts.isSold.text },
    .init("is_reference") { $0.row.copy.isReference.text },
    .init("place") { $0.place.map(\.escapedName).joined(separator: " > ") },
    .init("slot") { ($0.row.copy.location?.slotNumber).text },
    .init("shelf_mark") { $0.row.copy.shelfMark.text },
    .init("media_condition") { $0.row.copy.mediaCondition.text },
    .init("sleeve_condition") { $0.row.copy.sleeveCondition.text },
    .init("parts") { "\($0.row.copy.partCount)" },
    .init("parts_missing") { "\($0.row.copy.partsMissing)" },
    .init("plays") { "\($0.row.copy.plays)" },
    .init("last_played_at") { $0.row.copy.lastPlayedAt.text },
  ]

  private static let own: [ExportColumn<CopyForExport>] = [
    .init("accession") { $0.row.facts.accession?.rawValue ?? "" },
    .init("acquired_from") { $0.row.facts.acquiredFrom.text },
    .init("acquired_on") { $0.row.facts.acquiredOn.text },
    .init("price") { $0.row.facts.price?.decimal ?? "" },
    .init("price_currency") { ($0.row.facts.price?.currency).text },
    .init("valuation") { $0.row.facts.valuation?.decimal ?? "" },
    .init("valuation_currency") { ($0.row.facts.valuation?.currency).text },
    .init("valued_on") { $0.row.facts.valuedOn.text },
    .init("valued_by") { $0.row.facts.valuedBy.text },
    .init("replacement_cost") { $0.row.facts.replacementCost?.decimal ?? "" },
    .init("replacement_currency") { ($0.row.facts.replacementCost?.currency).text },
    .init("notes") { $0.row.facts.notes.text },
  ]

  private static let ids: [ExportColumn<CopyForExport>] = [
    .init("code") { $0.row.copy.code.description },
    .init("tags") { $0.row.tags.lines },
    .init("added_at") { $0.row.copy.addedAt.description },
    .init("release_status") { $0.row.release.status.rawValue },
    .init("copy_id") { $0.row.copy.id.text },
    .init("release_id") { $0.row.release.id.text },
    .init("release_tags") { $0.row.releaseTags.text },
  ]
}

extension String {
  /// The name of a place inside a path of names. Its own `>` does not look like the next step.
  fileprivate var escapedName: String { replacing("\\", with: "\\\\").replacing(">", with: "\\>") }
}

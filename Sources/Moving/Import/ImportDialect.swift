/// The program that an imported file comes from, as far as its columns show it.
package enum ImportDialect: String, CaseIterable, Codable, Sendable {
  /// The table that Deadwax exports. Its texts are taken as they are, character by character.
  case deadwax
  case discogsCollection = "discogs-collection"
  case discogsListings = "discogs-listings"
  /// Any other program. The fields are found by the names of the columns.
  case other

  /// Recognises the program by the names of the columns.
  package init(columns: [String]) {
    let names = Set(columns.map(Self.folded))
    let own = Set(ExportTable.copies.columns)
    if !columns.isEmpty, columns.allSatisfy(own.contains) {
      self = .deadwax
    } else if names.isSuperset(of: ["listingid", "releaseid"]) {
      self = .discogsListings
    } else if names.isSuperset(of: ["releaseid", "catalog", "artist", "title"]) {
      self = .discogsCollection
    } else {
      self = .other
    }
  }

  /// Suggests the field of each column; nil for a column that is left out. No field is suggested twice.
  package func fields(for columns: [String]) -> [ImportField?] {
    var used: Set<ImportField> = []
    return columns.map { column in
      let found = self == .deadwax ? ImportField(rawValue: column) : names[Self.folded(column)]
      guard let found, used.insert(found).inserted else { return nil }
      return found
    }
  }

  /// A name without capitals, blanks and punctuation: "Cat. No." and "CatNo" are one.
  private static func folded(_ name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }

  private var names: [String: ImportField] {
    switch self {
    case .deadwax: [:]
    case .discogsCollection: Self.collection
    case .discogsListings: Self.listings
    case .other: Self.common
    }
  }

  /// The columns of the export of a collection at Discogs. The rating and the folder are left out: the library has no
  /// field for them. The columns of own fields begin with "Collection".
  private static let collection: [String: ImportField] = [
    "catalog": .catalogNumber, "artist": .artist, "title": .title, "label": .label, "format": .format,
    "released": .year, "releaseid": .discogs, "dateadded": .addedAt,
    "collectionmediacondition": .mediaCondition, "collectionsleevecondition": .sleeveCondition,
    "collectionnotes": .notes,
  ]

  /// The columns of the export of what a seller lists at Discogs. Its prices have no currency, and are offers.
  private static let listings: [String: ImportField] = [
    "artist": .artist, "title": .title, "label": .label, "catno": .catalogNumber, "format": .format,
    "releaseid": .discogs, "listed": .addedAt, "comments": .notes, "mediacondition": .mediaCondition,
    "sleevecondition": .sleeveCondition, "location": .place, "quantity": .quantity,
  ]

  /// The names that collection programs and spreadsheets use, such as those of CLZ Music.
  private static let common: [String: ImportField] = {
    var names = Dictionary(
      uniqueKeysWithValues: ImportField.allCases.map { (folded($0.rawValue), $0) })
    let others: [(ImportField, [String])] = [
      (.artist, ["artists", "albumartist", "interpret", "interpreter", "künstler", "artiste"]),
      (.title, ["album", "albumtitle", "name", "titel", "titre"]),
      (.format, ["media", "mediatype", "formats", "mediaformat", "tonträger", "support"]),
      (.label, ["recordlabel", "labels", "plattenlabel"]),
      (
        .catalogNumber,
        ["catno", "catalogno", "catalog", "cataloguenumber", "catalogueno", "catalognr", "katalognummer"]
      ),
      (.year, ["releaseyear", "releasedate", "jahr", "année", "erscheinungsjahr"]),
      (.country, ["land", "pays"]),
      (.barcode, ["ean", "upc", "ean13", "upcean", "strichcode", "codebarres"]),
      (.discogs, ["discogsid", "discogsreleaseid", "discogsrelease"]),
      (.musicbrainz, ["mbid", "musicbrainzid", "musicbrainzreleaseid"]),
      (.genres, ["genre"]), (.styles, ["style", "subgenre", "subgenres"]),
      (.parts, ["noofdiscs", "discs", "numberofdiscs", "nrofdiscs"]),
      (.place, ["location", "storage", "standort", "emplacement"]), (.slot, ["storageslot"]),
      (.quantity, ["qty", "anzahl", "quantité"]),
      (.mediaCondition, ["condition", "mediumcondition", "zustand", "état"]),
      (.sleeveCondition, ["packagecondition", "packagingcondition", "covercondition", "jacketcondition"]),
      (.acquiredFrom, ["purchasestore", "store", "boughtfrom"]),
      (.acquiredOn, ["purchasedate", "datepurchased", "boughton", "kaufdatum"]),
      (.price, ["purchaseprice", "pricepaid", "kaufpreis"]),
      (.valuation, ["value", "currentvalue", "myvalue", "wert"]),
      (.notes, ["note", "comments", "comment", "bemerkungen", "notizen", "remarques"]),
      (.addedAt, ["addeddate", "dateadded"]), (.plays, ["playcount"]),
    ]
    for (field, aliases) in others { for alias in aliases { names[alias] = field } }
    // These would be numbers of the other program.
    for unclear in ["number", "code", "status", "copyid", "releaseid", "releasestatus"] { names[unclear] = nil }
    return names
  }()
}

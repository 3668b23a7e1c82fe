/// The program that an imported file comes from, as far as its columns show it.
package enum ImportDialect: String, CaseIterable, Codable, Sendable {
  /// The table that Deadwax exports. Its texts are taken as they are, character by character.
  case deadwax
  case discogsCollection = "discogs-collection"
  case discogsListings = "discogs-listings"
  /// A list of CLZ Music, whose columns people choose.
  case clz
  /// Any other program. The fields are found by the names of the columns.
  case other

  /// Recognises the program by the names of the columns of a table.
  package init(columns: [String], of table: ExportTable) {
    let names = Set(columns.map(Self.folded))
    let own = Set(table.columns + (table == .copies ? [ImportField.cover.rawValue] : []))
    if !columns.isEmpty, columns.allSatisfy(own.contains) {
      self = .deadwax
    } else if table != .copies {
      self = .other
    } else if names.isSuperset(of: ["listingid", "releaseid"]) {
      self = .discogsListings
    } else if names.isSuperset(of: ["releaseid", "catalog", "artist", "title"]) {
      self = .discogsCollection
    } else if names.contains("title"), Self.columnsOfCLZ.intersection(names).count >= 2 {
      self = .clz
    } else {
      self = .other
    }
  }

  /// Suggests the field of each column; nil for a column that is left out. No field is suggested twice.
  package func fields(for columns: [String], of table: ExportTable) -> [ImportField?] {
    var used: Set<ImportField> = []
    var names = names(of: table)
    // In the table of another program these are words. Numbers of NFC tags come from a table of Deadwax, which has both.
    let folded = Set(columns.map(Self.folded))
    if [.other, .clz].contains(self), table == .copies, folded.isDisjoint(with: ["releasetags", "copyid"]) {
      for word in ["tags", "tag"] { names[word] = .releaseTags }
    }
    let known = Set(ImportField.all(of: table))
    return columns.map { column in
      let found = self == .deadwax ? ImportField(rawValue: column) : names[Self.folded(column)]
      guard let found, known.contains(found), used.insert(found).inserted else { return nil }
      return found
    }
  }

  /// A name without capitals, blanks and punctuation: "Cat. No." and "CatNo" are one.
  private static func folded(_ name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }

  private func names(of table: ExportTable) -> [String: ImportField] {
    switch (self, table) {
    case (.deadwax, _): [:]
    case (.discogsCollection, _): Self.collection
    case (.discogsListings, _): Self.listings
    case (.clz, .copies): Self.listsOfCLZ
    case (.other, .copies): Self.common
    case (.other, .borrowers), (.clz, .borrowers): Self.borrowers
    case (.other, .loans), (.clz, .loans): Self.loans
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

  /// The columns that no program but CLZ Music has under these names.
  private static let columnsOfCLZ: Set<String> = [
    "noofdiscs", "packagecondition", "packagemediacondition", "purchasestore", "vinylcolor", "vinylweight", "vinylrpm",
    "originalreleasedate", "originalreleaseyear", "storagedevice", "storageslot", "boxset", "clzalbumid",
    "collectionstatus",
  ]

  /// Its "Index" is a number of its own, and its "Collection Status" has words that the library does not know.
  private static let listsOfCLZ: [String: ImportField] = {
    var names = common
    names["packagemediacondition"] = .mediaCondition
    names["index"] = nil
    return names
  }()

  /// The names that collection programs and spreadsheets use, such as those of CLZ Music.
  private static let common: [String: ImportField] = {
    var names = Dictionary(
      uniqueKeysWithValues: ImportField.all(of: .copies).map { (folded($0.rawValue), $0) })
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
      (.releaseTags, ["keywords", "keyword", "schlagwörter", "schlagworte", "motsclés"]),
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

  /// The names that library programs use for borrowers, such as those of Koha.
  private static let borrowers = aliases(
    of: .borrowers,
    [
      (.name, ["fullname", "patron", "patronname", "borrower", "member", "nom", "kunde"]),
      (.firstName, ["firstname", "forename", "givenname", "vorname", "prénom"]),
      (.lastName, ["surname", "familyname", "nachname", "nomdefamille"]),
      (.email, ["emailaddress", "mail", "courriel", "primaryemail"]),
      (.phone, ["telephone", "tel", "mobile", "phonenumber", "telefon", "téléphone", "primaryphone"]),
      (.cards, ["card", "cardnumber", "barcode", "ausweis", "ausweisnummer", "carte", "numérodecarte"]),
      (.group, ["category", "categorycode", "patroncategory", "gruppe", "groupe"]),
      (.expiresAt, ["expiry", "expirydate", "dateexpiry", "validuntil", "gültigbis", "expiration"]),
      (.createdAt, ["dateenrolled", "enrolled", "registered"]),
      (.language, ["lang", "sprache", "langue"]),
      (.note, ["notes", "comment", "comments", "borrowernotes", "bemerkung", "remarque"]),
    ])

  /// The names that library programs use for loans, such as those of Koha.
  private static let loans = aliases(
    of: .loans,
    [
      (.openedAt, ["issuedate", "checkoutdate", "loandate", "lentat", "ausleihdatum", "datedeprêt"]),
      (.dueAt, ["duedate", "datedue", "due", "fällig", "échéance"]),
      (.returnedAt, ["returndate", "checkindate", "datereturned", "rückgabe", "retour"]),
      (.copyNumber, ["copy", "exemplar", "exemplaire"]),
      (.borrowerName, ["borrower", "patron", "member", "ausleiher", "emprunteur"]),
      (.card, ["cardnumber", "borrowercard", "ausweis", "carte"]),
      (.code, ["itemcode", "barcode"]), (.renewals, ["renewalscount", "renewalcount"]),
      (.station, ["branch", "branchcode"]),
    ])

  private static func aliases(
    of table: ExportTable, _ others: [(ImportField, [String])]
  ) -> [String: ImportField] {
    var names = Dictionary(uniqueKeysWithValues: ImportField.all(of: table).map { (folded($0.rawValue), $0) })
    for (field, aliases) in others { for alias in aliases { names[alias] = field } }
    // These would be numbers of the other program.
    for field in [ImportField.borrowerID, .loanID, .copyID] { names[folded(field.rawValue)] = nil }
    return names
  }
}

/// The meaning of a column of another program in the library.
struct ForeignColumn: Sendable {
  enum Form: Sendable {
    /// A text of at most so many characters.
    case text(Int)
    case number(ClosedRange<Int64>)
    /// A number of seconds, or minutes and seconds such as `3:45`.
    case duration
    /// A time; the unit of a number is that of the mapping.
    case time
    case year
    case medium
    /// A grade of a condition; another text stays as it is.
    case grade
    case barcode
    /// The number of a release at Discogs.
    case discogs
    /// Words in JSON, or with commas between them; the column has JSON.
    case list
    /// Yes for a favourite, with the time of the last change as its time.
    case favourite
    /// The word that distinguishes owned releases from wishes.
    case ownership
    case status
    /// The number by which other tables refer to the record; a UUID is its id here too.
    case key
    /// The id of the record, beside its number.
    case uuid
    case reference(ForeignMapping.Record)
    /// The name of a record that has no table of its own.
    case name(ForeignMapping.Record)
  }

  /// The column here.
  let target: String
  let form: Form
  /// True for a fact of the copy that stands with the release.
  let isOfCopy: Bool

  private init(_ target: String, _ form: Form, isOfCopy: Bool) {
    (self.target, self.form, self.isOfCopy) = (target, form, isOfCopy)
  }

  /// Returns the column with a name.
  ///
  /// - Parameters:
  ///   - name: its name there, in camelCase or snake_case.
  ///   - record: the record of its table.
  /// - Returns: the column; nil if the library has no place for it.
  static func named(_ name: String, of record: ForeignMapping.Record) -> ForeignColumn? {
    let folded = folded(name)
    if let own = columns[record]?[folded] { return ForeignColumn(own.0, own.1, isOfCopy: false) }
    guard record == .release, let fact = facts[folded] else { return nil }
    return ForeignColumn(fact.0, fact.1, isOfCopy: true)
  }

  /// Returns a name or a word without the marks of its style: `catalogNumber`, `catalog_number` and `CATALOG_NUMBER` are
  /// one.
  static func folded(_ name: String) -> String { name.lowercased().filter { !"_- ".contains($0) } }

  private typealias Columns = [String: (String, Form)]
  private static let key: Columns = [
    "id": ("id", .key), "uuid": ("uuid", .uuid), "createdat": ("created_at", .time),
    "modifiedat": ("modified_at", .time), "updatedat": ("modified_at", .time),
  ]

  /// The facts of a copy, in a table of copies or with the release.
  private static let facts: Columns = [
    "mediacondition": ("media_condition", .grade), "sleevecondition": ("sleeve_condition", .grade),
    "location": ("place_id", .name(.place)), "shelfmark": ("shelf_mark", .text(100)),
    "storageslot": ("shelf_mark", .text(100)), "playcount": ("plays", .number(0...1_000_000)),
    "plays": ("plays", .number(0...1_000_000)), "lastplayed": ("last_played_at", .time),
    "lastplayedat": ("last_played_at", .time), "partcount": ("part_count", .number(1...1000)),
    "acquiredfrom": ("acquired_from", .text(200)), "addedat": ("added_at", .time),
  ]

  private static let columns: [ForeignMapping.Record: Columns] = [
    .place: adding(["name": ("name", .text(60)), "parentid": ("parent_id", .reference(.place))]),
    .borrower: adding([
      "name": ("name", .text(200)), "shortname": ("short_name", .text(60)), "email": ("email", .text(200)),
      "phone": ("phone", .text(100)), "note": ("note", .text(10_000)), "notes": ("note", .text(10_000)),
    ]),
    .release: adding([
      "title": ("title", .text(1000)), "artist": ("artist", .text(1000)), "medium": ("medium", .medium),
      "mediatype": ("medium", .medium), "format": ("medium", .medium), "label": ("label", .text(1000)),
      "catalognumber": ("catalog_number", .text(200)), "catalogno": ("catalog_number", .text(200)),
      "year": ("year", .year), "country": ("country", .text(200)), "barcode": ("barcode", .barcode),
      "notes": ("notes", .text(100_000)), "genres": ("genres", .list), "styles": ("styles", .list),
      "discogsid": ("discogs", .discogs), "isfavourite": ("favourite_at", .favourite),
      "isfavorite": ("favourite_at", .favourite), "favourite": ("favourite_at", .favourite),
      "favorite": ("favourite_at", .favourite), "status": ("wished_at", .ownership),
    ]),
    .track: [
      "id": ("id", .key), "releaseid": ("release_id", .reference(.release)), "title": ("title", .text(1000)),
      "position": ("printed_position", .text(40)), "seconds": ("seconds", .duration),
      "duration": ("seconds", .duration), "durationseconds": ("seconds", .duration),
    ],
    .copy: adding(facts).merging([
      "releaseid": ("release_id", .reference(.release)), "placeid": ("place_id", .reference(.place)),
      "notes": ("notes", .text(100_000)), "status": ("status", .status),
    ]) { $1 },
    .loan: adding([
      "copyid": ("copy_id", .reference(.copy)), "releaseid": ("release_id", .reference(.release)),
      "borrowerid": ("borrower_id", .reference(.borrower)), "borrower": ("borrower_id", .name(.borrower)),
      "borrowername": ("borrower_id", .name(.borrower)), "loanedat": ("opened_at", .time),
      "openedat": ("opened_at", .time), "dueat": ("due_at", .time), "returnedat": ("returned_at", .time),
    ]),
  ]

  private static func adding(_ columns: Columns) -> Columns { key.merging(columns) { $1 } }
}

internal import Deadwax
internal import Execution

/// The values of a patch of a release, checked. A wrong value is refused before anything is read.
struct ReleaseFields: Sendable {
  /// The fields that change, with their values.
  private(set) var values: [Release.Field: Release.FieldValue] = [:]
  /// The barcode, if it changes; nil within for none.
  let barcode: GTIN??
  /// True to put the release on the wish list, false to remove it, nil to leave it.
  let isWished: Bool?
  /// True to add the release to the favourites, false to remove it, nil to leave it.
  let isFavourite: Bool?
  /// All tags of the release, if they change.
  let tags: [String]?
  /// The links that change, with their numbers; nil within for none.
  private(set) var links: [ReleaseLink.Source: String?] = [:]

  /// - Parameters:
  ///   - patch: the fields of a request.
  ///   - today: the day in the library's time zone.
  /// - Throws: `StaffError.badValue` with the field.
  init(_ patch: Release.Patch, today: CivilDate) throws {
    isWished = patch.isWished
    isFavourite = patch.isFavourite
    tags = try patch.tags.map { try FieldValidation.releaseTags($0) }
    barcode = try patch.barcode.map(\.self).map { try Self.gtin($0) }
    if let title = patch.title {
      values[.title] = .text(try FieldValidation.line(title, "title", atMost: Release.Patch.longestTitle))
    }
    if let medium = patch.medium { values[.medium] = .text(medium.rawValue) }
    try take(patch.artist, .artist, atMost: Release.Patch.longestTitle)
    try take(patch.label, .label, atMost: Release.Patch.longestLabel)
    try take(patch.catalogNumber, .catalogNumber, atMost: Release.Patch.longestNumber)
    try take(patch.country, .country, atMost: Release.Patch.longestNumber)
    if let year = patch.year.map(\.self) {
      values[.year] = try year.map { .number(try Self.year($0, "year", today)) } ?? .empty
    }
    if let released = patch.released.map(\.self) {
      let text = try FieldValidation.optionalLine(released, "released", atMost: 10)
      if let text { try Self.check(released: text, today) }
      values[.released] = text.map { .text($0) } ?? .empty
    }
    if let notes = patch.notes.map(\.self) {
      let text = try FieldValidation.optionalText(notes, "notes", atMost: Release.Patch.longestNotes)
      values[.notes] = text.map { .text($0) } ?? .empty
    }
    try take(patch.discogs, .discogs)
    try take(patch.musicbrainz, .musicbrainz)
    try take(patch.wikidata, .wikidata)
    if let genres = patch.genres { values[.genres] = .list(try Self.list(genres, "genres")) }
    if let styles = patch.styles { values[.styles] = .list(try Self.list(styles, "styles")) }
  }

  private mutating func take(_ text: PatchField<String>, _ field: Release.Field, atMost limit: Int) throws {
    guard let text = text.map(\.self) else { return }
    values[field] = try FieldValidation.optionalLine(text, field.rawValue, atMost: limit).map { .text($0) } ?? .empty
  }

  private mutating func take(_ text: PatchField<String>, _ source: ReleaseLink.Source) throws {
    guard let text = text.map(\.self) else { return }
    guard let line = try FieldValidation.optionalLine(text, source.rawValue, atMost: 500) else {
      links[source] = .some(nil)
      return
    }
    guard let number = source.number(in: line) else {
      throw StaffError.badValue(field: source.rawValue, sentence: "It must be \(source.form).")
    }
    links[source] = number
  }

  private static func gtin(_ text: String?) throws -> GTIN? {
    guard let text = text?.trimmed, !text.isEmpty else { return nil }
    guard case .gtin(let gtin) = GTIN.read(text) else {
      throw StaffError.badValue(
        field: "barcode", sentence: "It must be a barcode of 8, 12, 13 or 14 digits with a right check digit.")
    }
    return gtin
  }

  private static func year(_ year: Int, _ field: String, _ today: CivilDate) throws -> Int {
    let years = Release.Patch.earliestYear...(today.year + 1)
    guard years.contains(year) else {
      throw StaffError.badValue(
        field: field, sentence: "It must be a year from \(years.lowerBound) to \(years.upperBound).")
    }
    return year
  }

  /// Checks a date of which the month and the day may be missing, or 00 as Discogs writes it.
  private static func check(released text: String, _ today: CivilDate) throws {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let areDigits = parts.joined().utf8.allSatisfy { (0x30...0x39).contains($0) }
    let numbers = parts.compactMap { Int($0) }
    guard areDigits, numbers.count == parts.count, Array([4, 2, 2].prefix(parts.count)) == parts.map(\.utf8.count)
    else {
      throw StaffError.badValue(field: "released", sentence: "It must be a date as YYYY, YYYY-MM or YYYY-MM-DD.")
    }
    let year = try year(numbers[0], "released", today)
    let month = numbers.count > 1 ? numbers[1] : 0
    let day = numbers.count > 2 ? numbers[2] : 0
    guard month > 0 || day == 0, CivilDate(year: year, month: max(month, 1), day: max(day, 1)) != nil else {
      throw StaffError.badValue(field: "released", sentence: "The calendar has no such day.")
    }
  }

  private static func list(_ texts: [String], _ field: String) throws -> [String] {
    guard texts.count <= 20 else {
      throw StaffError.badValue(field: field, sentence: "It must have at most 20 entries.")
    }
    return try texts.map { try FieldValidation.line($0, field, atMost: 100) }
  }
}

internal import CommandLineArguments
internal import Deadwax
internal import HubClient
internal import Wire

/// The options that name fields of a release.
enum ReleaseOptions {
  static let all =
    [
      Option("title", "TEXT", "the title"),
      Option("artist", "TEXT", "all artists in one line"),
      Option("medium", .choice(Medium.allCases.map(\.rawValue)), "WORD", "cd, vinyl, cassette or other"),
      Option("label", "TEXT", "the label"),
      Option("catalog-number", "TEXT", "the catalogue number on that label"),
      Option("year", "YEAR", "the year of this edition"),
      Option("country", "TEXT", "the country"),
      Option("released", "DATE", "the date as YYYY, YYYY-MM or YYYY-MM-DD"),
      Option("genres", "LIST", "the genres, separated by commas"),
      Option("styles", "LIST", "the styles, separated by commas"),
      Option("notes", "TEXT", "notes"),
      Option("barcode", "DIGITS", "the barcode, as printed"),
    ] + links + [
      Option("wished", .choice(["yes", "no"]), "WORD", "yes for the wish list, no to leave it"),
      Option("favourite", .choice(["yes", "no"]), "WORD", "yes for the favourites, no to leave them"),
    ]

  /// The option for tags that a release gets.
  static let tags = Option(
    "tag", .anyText, "TEXT", repeats: true, "a tag of the release, such as \"jazz night\"; may be given several times")

  /// The options that change the tags of a release.
  static let tagChanges = [
    tags,
    Option("no-tag", .anyText, "TEXT", repeats: true, "a tag that the release loses; may be given several times"),
  ]

  /// Returns the tags of a release after the change that the options ask for; nil without such options.
  ///
  /// - Throws: `Failure` for a tag to remove that the release does not have. Case does not count.
  static func changedTags(of release: ReleaseResource, _ invocation: Invocation) throws(Failure) -> [String]? {
    let (added, removed) = (invocation.texts("tag"), invocation.texts("no-tag"))
    guard !added.isEmpty || !removed.isEmpty else { return nil }
    var tags = release.tags
    for tag in removed {
      guard let index = tags.firstIndex(where: { $0.lowercased() == tag.lowercased() }) else {
        let own = release.tags.joined(separator: "; ")
        throw Failure(
          .usage, "The release has no tag '\(printable(tag))'.",
          advice: own.isEmpty ? "It has no tags." : "Its tags: \(printable(own))")
      }
      tags.remove(at: index)
    }
    return tags + added
  }

  /// The options for the links to external sources.
  static let links = [
    Option("discogs", "ID", "the release's number or address at Discogs, if its facts are not from there"),
    Option("musicbrainz", "ID", "the release's MBID or address at MusicBrainz"),
    Option("wikidata", "ID", "the item's number or address at Wikidata, such as Q42"),
  ]

  /// Returns the fields that a list of names has.
  ///
  /// - Throws: `Failure` for a name that is no field.
  static func fields(_ names: String) throws(Failure) -> [Release.Field] {
    var fields: [Release.Field] = []
    for name in names.split(separator: ",") {
      guard let field = Release.Field(rawValue: String(name)) else {
        let known = Release.Field.allCases.map(\.rawValue).joined(separator: ", ")
        throw Failure(.usage, "There is no field '\(printable(String(name)))'.", advice: "The fields are \(known).")
      }
      fields.append(field)
    }
    return fields
  }

  /// Returns the patch of the options that are given. An empty value clears a field.
  ///
  /// - Throws: `Failure` for a year that is no number.
  static func patch(_ invocation: Invocation) throws(Failure) -> Release.Patch {
    func field(_ name: String) -> PatchField<String> {
      invocation.text(name).map { $0.isEmpty ? .cleared : .set($0) } ?? .unchanged
    }
    func list(_ name: String) -> [String]? {
      invocation.text(name).map { text in
        text.split(separator: ",").map { $0.split(separator: " ").joined(separator: " ") }.filter { !$0.isEmpty }
      }
    }
    var patch = Release.Patch { _ in }
    patch.title = invocation.text("title")
    patch.artist = field("artist")
    patch.medium = invocation.text("medium").flatMap(Medium.init(rawValue:))
    patch.label = field("label")
    patch.catalogNumber = field("catalog-number")
    if let text = invocation.text("year") {
      guard text.isEmpty || Int(text) != nil else { throw Failure(.usage, "--year must be a number.") }
      patch.year = Int(text).map { .set($0) } ?? .cleared
    }
    patch.country = field("country")
    patch.released = field("released")
    patch.genres = list("genres")
    patch.styles = list("styles")
    patch.notes = field("notes")
    patch.barcode = field("barcode")
    patch.discogs = field("discogs")
    patch.musicbrainz = field("musicbrainz")
    patch.wikidata = field("wikidata")
    patch.isFavourite = invocation.text("favourite").map { $0 == "yes" }
    patch.isWished = invocation.text("wished").map { $0 == "yes" }
    return patch
  }
}

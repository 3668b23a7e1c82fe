extension Release {
  /// The fields of a release that staff can change, with the names of the API. An absent field is not changed.
  package struct Patch: Codable, Equatable, Sendable {
    /// The title, 1 to 500 characters.
    package var title: String?
    /// All artists in one line, at most 500 characters; cleared by null or an empty text.
    package var artist: PatchField<String> = .unchanged
    package var medium: Medium?
    /// The label, at most 200 characters; cleared by null or an empty text.
    package var label: PatchField<String> = .unchanged
    /// The catalogue number, at most 100 characters; cleared by null or an empty text.
    package var catalogNumber: PatchField<String> = .unchanged
    /// The year of this edition, from `earliestYear` to the next year; cleared by null.
    package var year: PatchField<Int> = .unchanged
    /// The country, at most 100 characters; cleared by null or an empty text.
    package var country: PatchField<String> = .unchanged
    /// The date of this edition as YYYY, YYYY-MM or YYYY-MM-DD; cleared by null or an empty text.
    package var released: PatchField<String> = .unchanged
    /// Notes, at most 5000 characters; cleared by null or an empty text.
    package var notes: PatchField<String> = .unchanged
    /// The genres, at most 20.
    package var genres: [String]?
    /// The styles, at most 20.
    package var styles: [String]?
    /// All tags of the release, at most 50. They are no NFC tags.
    package var tags: [String]?
    /// The barcode, as printed; cleared by null or an empty text.
    package var barcode: PatchField<String> = .unchanged
    /// The number or address of the release at Discogs, for a release whose facts do not come from there; cleared by null
    /// or an empty text.
    package var discogs: PatchField<String> = .unchanged
    /// The MBID or address of the release at MusicBrainz; cleared by null or an empty text.
    package var musicbrainz: PatchField<String> = .unchanged
    /// The number or address of the item at Wikidata; cleared by null or an empty text.
    package var wikidata: PatchField<String> = .unchanged
    /// True to put the release on the wish list, false to remove it from there.
    package var isWished: Bool?
    /// True to add the release to the favourites, false to remove it from there.
    package var isFavourite: Bool?

    /// Creates a patch that changes the fields that a function sets.
    package init(_ set: (inout Patch) -> Void) { set(&self) }

    /// The year of the oldest recording of sound (Scott de Martinville's phonautograph, patented in 1857).
    package static let earliestYear = 1857
    package static let longestTitle = 500
    package static let longestLabel = 200
    /// The most characters of a catalogue number, and of the name of a country.
    package static let longestNumber = 100
    package static let longestNotes = 5000
  }
}

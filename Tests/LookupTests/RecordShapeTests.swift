import Deadwax
import Lookup
import Testing

/// One test for each shape that a real record has. The records are invented.
@Suite(.timeLimit(.minutes(5)))
struct RecordShapeTests {
  private func release(_ fields: String) throws -> CatalogueRelease {
    try DiscogsAnswer.release(
      in: Array("{\"id\": 1, \"title\": \"T\", \(fields)}".utf8), at: Timestamp(milliseconds: 0)
    ).value
  }

  private func tracks(_ list: String) throws -> [Track] { try release("\"tracklist\": [\(list)]").detail.tracks }

  private func places(_ positions: [String]) throws -> [String] {
    let rows = positions.map { #"{"position": "\#($0)", "type_": "track", "title": "t", "duration": "1:00"}"# }
    return TrackPlace.places(of: try tracks(rows.joined(separator: ","))).map { "\($0.disc ?? "-")\($0.side ?? "-")" }
  }

  @Test func `sub-tracks that are pieces of one track are its parts`() throws {
    let list = try tracks(
      #"""
      {"position": "", "type_": "index", "title": "Suite", "duration": "9:00", "sub_tracks": [
        {"position": "3a", "type_": "track", "title": "One"}, {"position": "3b", "type_": "track", "title": "Two"}]}
      """#)
    #expect(list.map(\.kind) == [.track] && list.first?.position == "3" && list.first?.seconds == 540)
    #expect(list.first?.parts.map(\.kind) == [.part, .part])
    #expect(TrackSide.sides(of: list).map(\.tracks) == [1])
  }

  @Test func `sub-tracks that are tracks of a work stay tracks, and each counts`() throws {
    let list = try tracks(
      #"""
      {"position": "", "type_": "index", "title": "Symphony", "duration": "9:00", "sub_tracks": [
        {"position": "3", "type_": "track", "title": "One", "duration": "4:00"},
        {"position": "4", "type_": "track", "title": "Two", "duration": "5:00"}]}
      """#)
    #expect(list.map(\.kind) == [.index] && list.first?.parts.map(\.kind) == [.track, .track])
    #expect(TrackSide.sides(of: list) == [TrackSide(place: TrackPlace(), tracks: 2, seconds: 540)])
  }

  @Test func `a heading is a row of its own, on the side of the track after it, and does not count`() throws {
    let list = try tracks(
      #"""
      {"position": "", "type_": "heading", "title": "This Side", "duration": ""},
      {"position": "A1", "type_": "track", "title": "One", "duration": "1:00"},
      {"position": "", "type_": "heading", "title": "That Side", "duration": ""},
      {"position": "B1", "type_": "track", "title": "Two", "duration": "2:00"}
      """#)
    #expect(list.map(\.kind) == [.heading, .track, .heading, .track])
    #expect(TrackPlace.places(of: list).map(\.side) == ["A", "A", "B", "B"])
    #expect(TrackSide.sides(of: list).map(\.tracks) == [1, 1])
  }

  @Test func `an index over two sides has its tracks on both`() throws {
    let list = try tracks(
      #"""
      {"position": "", "type_": "index", "title": "Work", "sub_tracks": [
        {"position": "A1", "type_": "track", "title": "One", "duration": "1:00"},
        {"position": "B1", "type_": "track", "title": "Two", "duration": "2:00"}]}
      """#)
    #expect(
      TrackSide.sides(of: list) == [
        TrackSide(place: TrackPlace(side: "A"), tracks: 1, seconds: 60),
        TrackSide(place: TrackPlace(side: "B"), tracks: 1, seconds: 120),
      ])
  }

  @Test(arguments: [#""year": 0, "released": """#, #""year": "0""#, #""year": null"#, #""year": "unknown""#])
  func `a year of zero or of words is unknown`(fields: String) throws { #expect(try release(fields).year == nil) }

  @Test func `numbers are read from texts`() throws {
    let release = try DiscogsAnswer.release(
      in: Array(
        #"{"id": "12", "title": 1999, "year": "1974", "master_id": "55", "formats": [{"name": "CD", "qty": "3"}]}"#.utf8
      ),
      at: Timestamp(milliseconds: 0)
    ).value
    #expect(release.id == 12 && release.title == "1999" && release.year == 1974)
    #expect(release.detail.master == "55" && release.detail.formats.first?.quantity == 3)
  }

  @Test func `missing lists are empty`() throws {
    #expect(try release(#""country": "France""#).detail == release(#""country": "France", "tracklist": []"#).detail)
    #expect(try release(#""country": "France""#).detail.artists == [])
  }

  @Test func `null stands for nothing everywhere`() throws {
    let keys = [
      "status", "country", "year", "released", "notes", "artists", "extraartists", "labels", "formats", "tracklist",
      "identifiers", "series", "companies", "master_id", "genres", "styles",
    ]
    let answer = try DiscogsAnswer.release(
      in: Array("{\"id\": 1, \"title\": \"T\", \(keys.map { "\"\($0)\": null" }.joined(separator: ", "))}".utf8),
      at: Timestamp(milliseconds: 0))
    #expect(answer.skipped == 0)
    #expect(try answer.value.detail == release(#""country": null"#).detail)
    let track = try tracks(
      #"{"position": null, "type_": null, "title": "T", "duration": null, "artists": null, "extraartists": null, "sub_tracks": null}"#
    )
    #expect(track.map(\.title) == ["T"])
  }

  @Test func `a credit keeps the printed name, the listed one, the joining phrase and its tracks`() throws {
    let release = try release(
      #"""
      "artists": [{"name": "Invented Trio (3)", "anv": "The I.T.", "join": "Feat.", "id": 9},
        {"name": "Guest, The", "join": ",", "id": 10}],
      "extraartists": [{"name": "Max Example (2)", "anv": "M. Example", "role": "Producer [Side A, B], Mixed By",
        "tracks": "A1 to A3", "id": 11}]
      """#)
    #expect(release.artist == "The I.T. Feat. Guest, The")
    #expect(
      release.detail.artists == [
        ArtistCredit(name: "The I.T.", join: " Feat. ", listedAs: "Invented Trio", artist: "9"),
        ArtistCredit(name: "Guest, The", artist: "10"),
        ArtistCredit(
          name: "M. Example", role: "Producer [Side A, B]", listedAs: "Max Example", tracks: "A1 to A3", artist: "11"),
        ArtistCredit(name: "M. Example", role: "Mixed By", listedAs: "Max Example", tracks: "A1 to A3", artist: "11"),
      ])
  }

  @Test func `a name without a page at the source has no number`() throws {
    for id in ["0", "null", "\"\"", "-1"] {
      let credits = try release(#""extraartists": [{"name": "S. Cutter", "role": "Lacquer Cut By", "id": \#(id)}]"#)
      #expect(credits.detail.artists == [ArtistCredit(name: "S. Cutter", role: "Lacquer Cut By")])
    }
  }

  @Test func `a track has its own credits`() throws {
    let track = try #require(
      try tracks(
        #"{"position": "1", "title": "T", "extraartists": [{"name": "A. Player", "role": "Piano", "id": 3}]}"#
      ).first)
    #expect(track.credits == [ArtistCredit(name: "A. Player", role: "Piano", artist: "3")])
  }

  @Test(arguments: [("61:05", 3665), ("1:01:05", 3665), ("119:59", 7199), ("10:00:00", 36_000)])
  func `a track may last more than an hour`(text: String, seconds: Int) throws {
    #expect(try tracks(#"{"position": "1", "title": "t", "duration": "\#(text)"}"#).first?.seconds == seconds)
  }

  @Test func `a box set has the medium of its discs, and all its formats`() throws {
    let box = try release(
      #"""
      "formats": [{"name": "Box Set", "qty": "1"}, {"name": "CD", "qty": "4", "descriptions": ["Album"]},
        {"name": "DVD", "qty": "1", "text": "Bonus"}],
      "tracklist": [{"position": "CD1-1", "title": "a"}, {"position": "CD2-1", "title": "b"}, {"position": "DVD-1", "title": "c"}]
      """#)
    #expect(box.medium == .cd)
    #expect(box.detail.formats.map(\.name) == ["Box Set", "CD", "DVD"] && box.detail.formats[1].quantity == 4)
    #expect(TrackPlace.places(of: box.detail.tracks).prefix(2).map(\.disc) == ["CD1", "CD2"])
  }

  @Test func `positions with a dot are those of discs if all have one`() throws {
    #expect(try places(["1.1", "1.2", "2.1"]) == ["1-", "1-", "2-"])
  }

  @Test func `positions with letters are those of sides, two to a disc if there are more`() throws {
    #expect(try places(["A1", "A2", "B1"]) == ["-A", "-A", "-B"])
    #expect(try places(["A1", "B1", "C1"]) == ["1A", "1B", "2C"])
  }

  @Test func `positions with a printed disc keep its name`() throws {
    #expect(try places(["CD1-03", "CD2-01", "LP1-A1"]).prefix(2) == ["CD1-", "CD2-"])
  }

  @Test func `series and companies are read in both forms`() throws {
    let companies = try release(
      #"""
      "series": [{"name": "Series (2)", "catno": "12"}, "Old Series"],
      "companies": [{"name": "Plant", "catno": "77", "entity_type_name": "Pressed By"}, {"name": "House", "catno": "none"}]
      """#
    ).detail.companies
    #expect(
      companies == [
        CompanyCredit(kind: .series, name: "Series", number: "12"), CompanyCredit(kind: .series, name: "Old Series"),
        CompanyCredit(kind: .company, name: "Plant", number: "77", role: "Pressed By"),
        CompanyCredit(kind: .company, name: "House"),
      ])
  }
}

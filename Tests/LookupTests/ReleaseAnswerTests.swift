import Deadwax
import Lookup
import Testing

/// Tests of all known forms of a release in Discogs' responses.
@Suite(.timeLimit(.minutes(5)))
struct ReleaseAnswerTests {
  private let now = Timestamp(milliseconds: 1_700_000_000_000)

  private func release(_ fields: String) throws -> CatalogueRelease {
    let start = "{\"id\": 1, \"tracklist\": []"
    return try DiscogsAnswer.release(in: Array("\(start)\(fields.isEmpty ? "" : ", ")\(fields)}".utf8), at: now).value
  }

  @Test(arguments: [
    #"{"id": 1, "title": "T", "tracklist": [],}"#, #"{"id": 1, "title": "T", "genres": ["a", ], "tracklist": []}"#,
    "{\"id\": 1, \"title\": \"T\", \"tracklist\": [],\r\n\t}",
  ])
  func `a document with a comma before an end is not JSON, and an invalid response`(text: String) {
    #expect(throws: LookupError.invalidResponse(.unreadable)) {
      _ = try DiscogsAnswer.release(in: Array(text.utf8), at: now)
    }
  }

  @Test func `commas and brackets in texts are texts`() throws {
    let release = try release(#""title": "Comma, ] \",} and \\", "notes": ",]""#)
    #expect(release.title == #"Comma, ] ",} and \"#)
  }

  @Test func `a complete release is read whole`() throws {
    let release = try release(
      #"""
      "status": "Accepted", "year": 2019, "uri": "https://www.discogs.com/release/1-x", "data_quality": "Needs Vote",
      "artists": [
        {"name": "Invented Trio (3)", "anv": "I. Trio", "join": "&", "role": "", "tracks": "", "id": 9},
        {"name": "Ärla Önskad", "anv": "", "join": ",", "role": "", "tracks": "", "id": 10}],
      "labels": [{"name": "Invented Label (2)", "catno": "none"}, {"name": "Invented Label (2)", "catno": "INV 1"},
        {"name": "Invented Label (2)", "catno": "INV 1"}],
      "series": [{"name": "Series", "catno": "7"}], "companies": [],
      "formats": [{"name": "Box Set", "qty": "1", "text": "Slipcase"}, {"name": "CD", "qty": "2", "descriptions": ["Album"]},
        {"name": "All Media", "qty": "1", "descriptions": ["Numbered"]}],
      "title": "Collected Works = 全集", "country": "Scandinavia", "released": "2019-03-00", "notes": "One.\r\nTwo.\r\n",
      "identifiers": [{"type": "Barcode", "value": "5 026535 501022", "description": "Text"},
        {"type": "Matrix / Runout", "value": "INV-1-A", "description": ""}, {"value": "LC 1"}],
      "genres": ["Rock"], "styles": [], "community": {"have": 7}, "num_for_sale": 0, "lowest_price": null,
      "estimated_weight": 230, "blocked_from_sale": true, "videos": [{"uri": "x"}],
      "images": [{"type": "primary", "uri": "", "uri150": "", "width": 600, "height": 592}],
      "extraartists": [{"name": "Nils Nobody", "role": "Producer, Written-By [Lyrics, Music], Mixed By", "tracks": "A1 to A3", "id": 0,
        "resource_url": ""}]
      """#)
    #expect(release.isAccepted)
    #expect(release.medium == .cd)
    #expect(release.title == "Collected Works = 全集")
    #expect(release.artist == "I. Trio & Ärla Önskad")
    #expect(release.label == "Invented Label")
    #expect(release.catalogNumber == "INV 1")
    #expect(release.year == 2019)
    #expect(release.country == "Scandinavia")
    #expect(release.likeness(to: try #require(GTIN(key: "5026535501022"))) == .same)
    #expect(
      release.detail
        == ReleaseDetail(
          released: "2019-03", notes: "One.\nTwo.", genres: ["Rock"], styles: [],
          artists: [
            ArtistCredit(name: "I. Trio", join: " & ", listedAs: "Invented Trio", artist: "9"),
            ArtistCredit(name: "Ärla Önskad", artist: "10"),
            ArtistCredit(name: "Nils Nobody", role: "Producer", tracks: "A1 to A3"),
            ArtistCredit(name: "Nils Nobody", role: "Written-By [Lyrics, Music]", tracks: "A1 to A3"),
            ArtistCredit(name: "Nils Nobody", role: "Mixed By", tracks: "A1 to A3"),
          ],
          labels: [
            LabelCredit(name: "Invented Label"), LabelCredit(name: "Invented Label", catalogNumber: "INV 1"),
          ],
          formats: [
            Format(name: "Box Set", text: "Slipcase"), Format(name: "CD", quantity: 2, descriptions: ["Album"]),
            Format(name: "All Media", descriptions: ["Numbered"]),
          ],
          tracks: [],
          identifiers: [
            ReleaseIdentifier(type: "Barcode", value: "5 026535 501022", note: "Text"),
            ReleaseIdentifier(type: "Matrix / Runout", value: "INV-1-A"),
            ReleaseIdentifier(type: "Other", value: "LC 1"),
          ],
          companies: [CompanyCredit(kind: .series, name: "Series", number: "7")],
          source: .init(name: "discogs", id: "1", url: "https://www.discogs.com/release/1", fetchedAt: now)))
  }

  @Test func `an id and a track list are a release`() throws {
    let release = try release("")
    #expect(release.id == 1)
    #expect(release.isAccepted)
    #expect(release.title == "")
    #expect(release.artist == "")
    #expect(release.medium == .other)
    #expect(release.year == nil)
    #expect(release.detail.tracks.isEmpty)
  }

  @Test func `one bad element of any list spoils nothing`() throws {
    let answer = try DiscogsAnswer.release(
      in: Array(
        #"""
        {"id": "1", "artists": [null, {"name": "A"}, {"id": 5}, 7], "extraartists": null, "labels": {"name": "no list"},
         "formats": [{"name": "CD", "qty": "many"}, {}], "tracklist": [{"title": "One"}, {}, "x", {"position": 2, "title": null}],
         "identifiers": [{"type": "Barcode"}, {"value": 75679165923}], "genres": ["Rock", null, 3], "styles": "none"}
        """#.utf8), at: now)
    let release = answer.value
    #expect(release.artist == "A")
    #expect(release.detail.formats == [Format(name: "CD")])
    #expect(release.detail.tracks.map(\.position) == ["", "2"])
    #expect(release.detail.identifiers == [ReleaseIdentifier(type: "Other", value: "75679165923")])
    #expect(release.detail.genres == ["Rock"])
    // Nine elements, and two values that are no lists.
    #expect(answer.skipped == 11)
  }

  @Test(arguments: [
    "", "{}", "[]", "null", #"{"message": "That release does not exist."}"#, #"{"id": null}"#, #"{"id": 0}"#, "<html>",
    #"{"id": 1}"#, #"{"id": 1, "title": null}"#, #"{"id": 1, "title": " "}"#, #"{"title": "Title", "tracklist": []}"#,
    #"{"id": 1, "username": "collector", "resource_url": "https://api.discogs.com/users/collector", "consumer_name": "App"}"#,
    #"{"id": 7, "username": "collector", "profile": "", "num_collection": 12, "rating_avg": 4.5}"#,
    #"{"id": 1, "name": "Invented Label", "profile": "", "sublabels": [], "urls": ["https://example.org"]}"#,
    #"{"id": 0, "name": "All", "count": 3}"#, #"{"id": 1, "name": "Uncategorized", "count": 3}"#,
    #"{"id": 9, "name": "Invented Band", "members": [], "realname": "", "namevariations": []}"#,
  ])
  func `a response that is not a release is unreadable`(body: String) {
    #expect(throws: LookupError.invalidResponse(.unreadable)) {
      try DiscogsAnswer.release(in: Array(body.utf8), at: now)
    }
  }

  @Test(arguments: [
    (#""status": "Accepted""#, true), ("", true), (#""status": "Draft""#, false), (#""status": "Deleted""#, false),
  ])
  func `only data confirmed by the catalogue is accepted`(field: String, accepted: Bool) throws {
    #expect(try release(field).isAccepted == accepted)
  }

  @Test(arguments: [
    (#"{"name": "Invented Band"}"#, "Invented Band"), (#"{"name": "Invented Band (2)"}"#, "Invented Band"),
    (#"{"name": "Invented Band (134)", "anv": ""}"#, "Invented Band"),
    (#"{"name": "Chicago (1969)"}"#, "Chicago (1969)"),
    (#"{"name": "Sunn O)))"}"#, "Sunn O)))"), (#"{"name": "!!! (3)"}"#, "!!!"), (#"{"name": "(2)"}"#, "(2)"),
    (#"{"name": "Band(2)"}"#, "Band(2)"), (#"{"name": "Band (II)"}"#, "Band (II)"),
    (#"{"name": "Band (2) Live"}"#, "Band (2) Live"),
    (#"{"name": "Beatles, The"}"#, "Beatles, The"), (#"{"name": "x", "anv": "Variation (5)"}"#, "Variation"),
    (#"{"name": " (2)"}"#, "(2)"), (#"{"name": "Band ()"}"#, "Band ()"),
  ])
  func `a name loses the number that distinguishes namesakes, and nothing else`(json: String, name: String) throws {
    #expect(try release("\"artists\": [\(json)]").artist == name)
  }

  @Test(arguments: [
    (["", ""], "A, B"), ([",", ""], "A, B"), (["&", ""], "A & B"), (["–", ""], "A – B"), (["/", ""], "A / B"),
    (["Featuring", ""], "A Featuring B"), (["vs", ""], "A vs B"), ([" & ", ","], "A & B"), ([", The", ""], "A, The B"),
    (["&", "Featuring"], "A & B"),
  ])
  func `names are joined as on the sleeve`(joins: [String], artist: String) throws {
    let names = zip(["A", "B"], joins).map { "{\"name\": \"\($0)\", \"join\": \"\($1)\"}" }
    #expect(try release("\"artists\": [\(names.joined(separator: ","))]").artist == artist)
  }

  @Test(
    arguments: [
      (#""year": 1999"#, 1999, nil), (#""year": "1999""#, 1999, nil), (#""year": 0"#, nil, nil), ("", nil, nil),
      (#""year": 0, "released": "1999-03-00""#, 1999, "1999-03"), (#""released": "2005""#, 2005, "2005"),
      (#""released": "2019-00-00""#, 2019, "2019"), (#""released": "2000-02-14""#, 2000, "2000-02-14"),
      (#""released": "1999-00-05""#, 1999, "1999"), (#""released": "0""#, nil, nil), (#""released": """#, nil, nil),
      (#""released": "0000-00-00""#, nil, nil), (#""released": "Summer 1999""#, nil, "Summer 1999"),
      (#""year": 1998, "released": null"#, 1998, nil), (#""released": 2005"#, 2005, "2005"),
    ] as [(String, Int?, String?)])
  func `an unknown part of a date is unknown, not zero`(fields: String, year: Int?, released: String?) throws {
    let release = try release(fields)
    #expect(release.year == year)
    #expect(release.detail.released == released)
  }

  @Test(arguments: [
    (#"[{"name": "CD"}]"#, Medium.cd), (#"[{"name": "CDr"}]"#, .cd), (#"[{"name": "SACD"}]"#, .cd),
    (#"[{"name": "Hybrid"}]"#, .cd), (#"[{"name": "Vinyl"}]"#, .vinyl), (#"[{"name": "Shellac"}]"#, .vinyl),
    (#"[{"name": "Flexi-disc"}]"#, .vinyl), (#"[{"name": "Cassette"}]"#, .cassette), (#"[{"name": "DVD"}]"#, .other),
    (#"[{"name": "File", "qty": "6"}]"#, .other), (#"[{"name": "Something New"}]"#, .other), ("[]", .other),
    (#"[{"name": "Box Set"}, {"name": "Vinyl", "qty": "5"}]"#, .vinyl), (#"[{"name": "Box Set"}]"#, .other),
    (#"[{"name": "DVD", "qty": "3"}, {"name": "CD", "qty": "1"}]"#, .cd),
    (#"[{"name": "CD"}, {"name": "Vinyl", "qty": "2"}]"#, .vinyl), (#"[{"name": "CD"}, {"name": "Vinyl"}]"#, .cd),
    (#"[{"name": "Vinyl"}, {"name": "CD"}, {"name": "CDr"}]"#, .cd), (#"[{"name": "VINYL"}]"#, .vinyl),
  ])
  func `the medium is that of most pieces, boxes aside`(formats: String, medium: Medium) throws {
    #expect(try release("\"formats\": \(formats)").medium == medium)
  }

  @Test(
    arguments: [
      (#"[b]Bold[/b] and [i]thin[/i]"#, "Bold and thin"),
      (#"See [a=Invented Band] on [l=Some Label]"#, "See Invented Band on Some Label"),
      (#"Same as [r=249504] or [r249504]."#, "Same as  or ."), (#"[url=https://example.com]Site[/url]"#, "Site"),
      (#"[url]https://example.com[/url]"#, "https://example.com"),
      (#"A [sic] note, [live], [a] and [123]"#, "A [sic] note, [live], [a] and [123]"),
      (#"open [bracket"#, "open [bracket"), (#"One\r\n\r\nTwo\r\n"#, "One\n\nTwo"), (#"\r\n "#, nil), ("", nil),
    ] as [(String, String?)])
  func `notes are plain text`(notes: String, plain: String?) throws {
    #expect(try release("\"notes\": \"\(notes)\"").detail.notes == plain)
  }

  @Test func `the library's own data stays when facts are filled in`() throws {
    let facts = try release(#""title": "T", "artists": [{"name": "A"}], "formats": [{"name": "CD"}], "year": 1990"#)
    let gtin = try #require(GTIN(key: "0075679165923"))
    var ours = Release(
      id: .new(at: now), status: .unresolved, medium: .other, title: "", artist: "", barcode: gtin, version: 4)
    let id = ours.id
    facts.fill(&ours)
    #expect(
      ours
        == Release(
          id: id, status: .resolved, medium: .cd, title: "T", artist: "A", year: 1990, barcode: gtin, version: 4))
  }
}

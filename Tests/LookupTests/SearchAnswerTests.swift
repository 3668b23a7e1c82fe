import Deadwax
import Lookup
import Testing

/// Tests of all known forms of a search result in Discogs' responses.
@Suite(.timeLimit(.minutes(5)))
struct SearchAnswerTests {
  private func hits(_ results: String) throws -> [SearchHit] {
    try DiscogsAnswer.hits(in: Array("{\"pagination\":{\"page\":1},\"results\":[\(results)]}".utf8)).value
  }

  @Test func `a complete result is read whole`() throws {
    let hit = try hits(
      #"""
      {"id": 4711, "type": "release", "title": "Invented Trio* - First Invention", "uri": "/release/4711",
       "country": "UK & Europe", "year": "1991", "catno": "INV 001", "label": ["Invented Label", "Invented Label"],
       "format": ["CD", "Album"], "formats": [{"name": "CD", "qty": "2", "text": "Digipak", "descriptions": ["Album"]}],
       "barcode": ["0\u00a07567-91659-2\u00a03", "LC 0001", "B", "58"], "genre": ["Rock"], "master_id": 0,
       "master_url": null, "community": {"want": 5, "have": 1234}, "user_data": {"in_collection": false}, "thumb": ""}
      """#)
    #expect(
      hit == [
        SearchHit(
          id: 4711, title: "Invented Trio - First Invention", country: "UK & Europe", year: 1991,
          catalogNumber: "INV 001",
          formats: [Format(name: "CD", quantity: 2, text: "Digipak", descriptions: ["Album"])],
          identifiers: ["0\u{a0}7567-91659-2\u{a0}3", "LC 0001", "B", "58"], have: 1234)
      ])
    #expect(hit.first?.likeness(to: try #require(GTIN(key: "0075679165923"))) == .same)
  }

  @Test func `an id alone is a result`() throws {
    #expect(try hits(#"{"id": 1}"#) == [SearchHit(id: 1, title: "")])
  }

  @Test(arguments: [
    (#""id": "77""#, 77), (#""id": 77.0"#, 77), (#""id": 9007199254740993"#, 9_007_199_254_740_993),
  ])
  func `ids are numbers however they are written`(field: String, id: Int64) throws {
    #expect(try hits("{\(field)}").map(\.id) == [id])
  }

  @Test(
    arguments: [
      (#""1999""#, 1999), ("1999", 1999), (#""0""#, nil), ("0", nil), (#""""#, nil), ("null", nil), (#""19xx""#, nil),
      ("99999", nil), (#"" 2005 ""#, 2005), ("[1999]", nil), ("2005.0", 2005),
    ] as [(String, Int?)])
  func `a year is a number, a text, or unknown`(json: String, year: Int?) throws {
    let hit = try #require(try hits("{\"id\": 1, \"year\": \(json)}").first)
    #expect(hit.year == year)
  }

  @Test(
    arguments: [(#""none""#, nil), (#""None""#, nil), (#""""#, nil), ("12345", "12345"), (#""NONE 7""#, "NONE 7")]
      as [(String, String?)])
  func `the catalogue number "none" is none`(json: String, number: String?) throws {
    let hit = try #require(try hits("{\"id\": 1, \"catno\": \(json)}").first)
    #expect(hit.catalogNumber == number)
  }

  @Test(
    arguments: [
      (#"["CD", "Album", "Reissue"]"#, [Format(name: "CD", descriptions: ["Album", "Reissue"])]),
      (
        #"["Box Set", "Limited Edition", "CD", "Album", "Vinyl", "LP"]"#,
        [
          Format(name: "Box Set", descriptions: ["Limited Edition"]), Format(name: "CD", descriptions: ["Album"]),
          Format(name: "Vinyl", descriptions: ["LP"]),
        ]
      ),
      ("[]", []), (#"["", null, 7]"#, []),
    ] as [(String, [Format])])
  func `formats are read from the flat list where they are missing`(json: String, formats: [Format]) throws {
    let hit = try #require(try hits("{\"id\": 1, \"format\": \(json)}").first)
    #expect(hit.formats == formats)
  }

  @Test(arguments: [
    #"{"name": "Vinyl"}"#, #"{"name": "Vinyl", "qty": "1"}"#, #"{"name": "Vinyl", "qty": "", "text": ""}"#,
    #"{"name": "Vinyl", "qty": 1, "descriptions": null}"#, #"{"name": "Vinyl", "qty": "-3", "descriptions": []}"#,
    #"{"name": "Vinyl", "descriptions": "LP"}"#,
  ])
  func `a format needs its name only`(json: String) throws {
    let hit = try #require(try hits("{\"id\": 1, \"formats\": [\(json), {\"qty\": \"1\"}, null, 5]}").first)
    #expect(hit.formats == [Format(name: "Vinyl")])
  }

  @Test func `one bad result spoils nothing, and masters, artists and labels are left out`() throws {
    let answer = try DiscogsAnswer.hits(
      in: Array(
        #"""
        {"results": [{"id": 1}, null, "x", {"title": "no id"}, {"id": {}}, {"id": 2, "type": "master"}, [], {"id": -4},
          {"id": 3, "type": "artist", "master_id": null}, {"id": 5, "type": "release"}]}
        """#.utf8))
    #expect(answer.value.map(\.id) == [1, 5])
    #expect(answer.skipped == 6)
  }

  @Test(arguments: [
    "", " ", "{}", "[]", "null", "true", "<html><body>Maintenance</body></html>", #"{"message": "x"}"#,
    #"{"results": [{"id": 1}"#, #"{"results": [{"id": 1},]}"#, "\u{FEFF}",
    String(repeating: "[", count: 100_000),
  ])
  func `a response that is not a page of results is unreadable`(body: String) {
    #expect(throws: LookupError.invalidResponse(.unreadable)) { try DiscogsAnswer.hits(in: Array(body.utf8)) }
  }

  @Test func `half a character is forgiven`() throws {
    let body = #"{"results": [{"id": 1, "title": "\uD83D"}]}"#
    #expect(try DiscogsAnswer.hits(in: Array(body.utf8)).value == [SearchHit(id: 1, title: "")])
  }

  @Test func `bytes that are no text are unreadable`() {
    #expect(throws: LookupError.invalidResponse(.unreadable)) {
      try DiscogsAnswer.hits(in: [0x1F, 0x8B, 0x08, 0x00, 0xFF, 0xFE])
    }
  }

  @Test(arguments: [
    ("N*E*R*D* - Fly", "N*E*R*D - Fly"), ("M*A*S*H - Theme", "M*A*S*H - Theme"), ("* - Untitled", "* - Untitled"),
    ("First*, Second* & Third* - Any*", "First, Second & Third - Any*"), ("No Star - At All", "No Star - At All"),
    ("Sunn O))) - A - B", "Sunn O))) - A - B"), ("", ""),
  ])
  func `the star that marks another spelling of a name is taken out of titles`(given: String, displayed: String) throws
  {
    let hit = try #require(try hits("{\"id\": 1, \"title\": \"\(given)\"}").first)
    #expect(hit.title == displayed)
  }
}

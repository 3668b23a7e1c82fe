import HTTPServer
import TestSupport
import Testing

/// Tests of `deadwax release …` and of the own facts of a copy, with a fake hub for lending.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct ReleaseCommandsTests {
  private static let path = "/api/v1/releases/\(FakeTagHub.releaseID)"
  private static let facts = "/api/v1/copies/\(FakeStaffHub.copyID)/own-facts"
  private static let lists =
    #""genres":[],"styles":[],"artists":[],"labels":[],"formats":[],"tracks":[],"identifiers":[],"copies":[]"#

  private static func release(title: String) -> String {
    #"{"id":"\#(FakeTagHub.releaseID)","title":"\#(title)","artist":"A","medium":"cd","status":"resolved","version":7,\#(lists),"edited":[{"field":"title","isSourced":true,"sourceValue":"Found"}]}"#
  }

  @Test func `an edit of a release is sent with the version that was displayed, and shows the marks`() async throws {
    let hub = try FakeStaffHub.play([
      "GET \(Self.path)": [FakeTagHub.json(Self.release(title: "Found"))],
      "PATCH \(Self.path)": [FakeTagHub.json(Self.release(title: "By hand"))],
      "POST \(Self.path)/use-source": [FakeTagHub.json(Self.release(title: "By hand"))],
    ])
    let run = try await hub.run(
      "release", "edit", "12", "--title", "By hand", "--year", "", "--genres", "Jazz, Free Jazz", "--use-source",
      "country")
    #expect(run.code == 0, "\(run.errors)")
    #expect(run.output.contains("By hand – A, cd"), "\(run.output)")
    #expect(run.output.contains("  edited: title (the source has: Found)"), "\(run.output)")
    let order = try #require(hub.sent("PATCH \(Self.path)").first)
    for part in [
      #""title":"By hand""#, #""year":null"#, #""genres":["Jazz","Free Jazz"]"#,
      #"if-match="7""#,
    ] { #expect(order.contains(part), "\(part) in \(order)") }
  }

  @Test func `the wish list is listed, and an edit puts a release on it or removes it`() async throws {
    let wished =
      #"{"id":"\#(FakeTagHub.releaseID)","title":"T","artist":"A","medium":"vinyl","status":"manual","version":7,"isWished":true,\#(Self.lists)}"#
    let hub = try FakeStaffHub.play(["GET /api/v1/releases": [FakeTagHub.page(wished)]])
    let list = try await hub.run("release", "list", "blue", "train", "--wished", "yes", "--medium", "vinyl")
    #expect(list.code == 0 && list.output.first?.contains("wished") == true, "\(list.errors) \(list.output)")
    let query = try #require(hub.sent("GET /api/v1/releases").first)
    for part in ["wished=true", "medium=vinyl", "search=blue"] { #expect(query.contains(part), "\(part) in \(query)") }
    for (word, sent) in [("yes", "true"), ("no", "false")] {
      let hub = try FakeStaffHub.play([
        "GET \(Self.path)": [FakeTagHub.json(wished)], "PATCH \(Self.path)": [FakeTagHub.json(wished)],
      ])
      let run = try await hub.run("release", "edit", "12", "--wished", word)
      #expect(run.code == 0 && run.output.contains("  on the wish list"), "\(run.errors)")
      let order = try #require(hub.sent("PATCH \(Self.path)").last)
      for part in [#""isWished":\#(sent)"#, #"if-match="7""#] { #expect(order.contains(part), "\(part) in \(order)") }
    }
  }

  @Test func `tags are added and taken away with the version that was displayed`() async throws {
    func script(_ tags: String) -> [String: [HTTPResponse]] {
      let tagged = String(Self.release(title: "T").dropLast()) + #","tags":\#(tags)}"#
      return ["GET \(Self.path)": [FakeTagHub.json(tagged)], "PATCH \(Self.path)": [FakeTagHub.json(tagged)]]
    }
    let hub = try FakeStaffHub.play(script(#"["jazz night","Reissue"]"#))
    let run = try await hub.run(
      "release", "edit", "12", "--tag", "donation 2024", "--tag", "live", "--no-tag", "REISSUE")
    #expect(run.code == 0 && run.output.contains("  tags: jazz night; Reissue"), "\(run.errors) \(run.output)")
    let order = try #require(hub.sent("PATCH \(Self.path)").first)
    for part in [#""tags":["jazz night","donation 2024","live"]"#, #"if-match="7""#] {
      #expect(order.contains(part), "\(part) in \(order)")
    }
    let other = try FakeStaffHub.play(script(#"["jazz night"]"#))
    let unknown = try await other.run("release", "edit", "12", "--no-tag", "reissue")
    #expect(unknown.code == 64 && unknown.errors.joined().contains("Its tags: jazz night"), "\(unknown.errors)")
    #expect(other.sent("PATCH \(Self.path)").isEmpty)
    let third = try FakeStaffHub.play(script(#"["jazz night"]"#))
    let dry = try await third.run("release", "edit", "12", "--tag", "live", "--dry-run")
    #expect(dry.code == 0 && dry.output.first?.hasPrefix("tags of ") == true, "\(dry.output)")
    #expect(third.sent("PATCH \(Self.path)").isEmpty)
  }

  @Test func `the known tags are listed with their releases and their queries`() async throws {
    let item = ##"{"tag":"jazz\u001b[31m night","releases":42,"query":"tag:=\"jazz night\""}"##
    let hub = try FakeStaffHub.play(["GET /api/v1/release-tags": [FakeTagHub.page(item)]])
    let run = try await hub.run("release", "tags", "jazz")
    #expect(run.code == 0 && run.output.count == 1, "\(run.errors) \(run.output)")
    #expect(run.output[0].contains("42") && run.output[0].contains(#"tag:="jazz night""#), "\(run.output)")
    #expect(!run.output.joined().contains("\u{1B}"))
    #expect(hub.sent("GET /api/v1/release-tags").first?.contains("search=jazz") == true)
    let none = try FakeStaffHub.play(["GET /api/v1/release-tags": [FakeTagHub.json(#"{"items":[]}"#)]])
    #expect(try await none.run("release", "tags").errors.joined().contains("No tags found"))
  }

  @Test func `links are shown, set with the version that was displayed, and cleared`() async throws {
    let script = [
      "GET \(Self.path)": [FakeTagHub.json(Self.release(title: "T"))],
      "PATCH \(Self.path)": [
        FakeTagHub.json(
          Self.release(title: "T").dropLast()
            + #","links":[{"source":"wikidata","number":"Q42","url":"https://www.wikidata.org/wiki/Q42","isOwn":true}]}"#
        )
      ],
    ]
    let hub = try FakeStaffHub.play(script)
    let none = try await hub.run("release", "links", "12")
    #expect(none.code == 0 && none.output.last == "No links found.", "\(none.errors) \(none.output)")
    #expect(hub.sent("PATCH \(Self.path)").isEmpty)
    let second = try FakeStaffHub.play(script)
    let set = try await second.run("release", "links", "12", "--wikidata", "Q42", "--musicbrainz=")
    #expect(set.code == 0, "\(set.errors)")
    #expect(set.output.last == "  wikidata: https://www.wikidata.org/wiki/Q42 (set by hand)", "\(set.output)")
    let order = try #require(second.sent("PATCH \(Self.path)").first)
    for part in [#""wikidata":"Q42""#, #""musicbrainz":null"#, #"if-match="7""#] {
      #expect(order.contains(part), "\(part) in \(order)")
    }
  }

  /// The hub refuses a `limit` there, as every name that a list does not have.
  @Test func `the duplicates of a release are requested as a whole`() async throws {
    let path = "\(Self.path)/duplicates"
    let hub = try FakeStaffHub.play(["GET \(path)": [FakeTagHub.json(#"{"items":[]}"#)]])
    let run = try await hub.run("release", "duplicates", "12")
    #expect(run.code == 0, "\(run.errors)")
    let query = try #require(hub.sent("GET \(path)").first)
    #expect(!query.contains("limit"), "\(query)")
  }

  @Test func `releases with an open choice are listed page by page`() async throws {
    func item(_ title: String) -> String {
      let release =
        #"{"id":"\#(FakeTagHub.releaseID)","title":"\#(title)","artist":"A","medium":"cd","status":"resolved","version":7}"#
      return #"{"release":\#(release),"alternatives":4}"#
    }
    let lists = "GET /api/v1/releases/undecided"
    let hub = try FakeStaffHub.play([
      lists: [
        FakeTagHub.json(#"{"items":[\#(item("One"))],"next":"2.x","total":2}"#),
        FakeTagHub.json(#"{"items":[\#(item("Two"))]}"#),
      ]
    ])
    let run = try await hub.run("alternative", "list")
    #expect(run.code == 0 && run.output.count == 2, "\(run.errors) \(run.output)")
    #expect(run.output.first?.contains("4 records") == true, "\(run.output)")
    #expect(hub.sent(lists).count == 2)
    #expect(try await FakeStaffHub.play().run("alternative", "list", "12", "--limit", "5").code == 64)
  }

  @Test func `groups of the whole library are listed page by page, and taken off the list`() async throws {
    let other = "0193489a-7c1e-7b52-9d4e-2f60c3a1b7d5"
    func group(_ title: String) -> String {
      let members = [FakeTagHub.releaseID, other].map { id in
        #"{"release":{"id":"\#(id)","title":"\#(title)","artist":"A","medium":"cd","status":"resolved","version":7},"copies":1}"#
      }
      return #"{"reasons":["same-source","same-barcode"],"releases":[\#(members.joined(separator: ","))]}"#
    }
    let lists = "GET /api/v1/releases/duplicates"
    let script = [
      lists: [
        FakeTagHub.json(#"{"items":[\#(group("One"))],"next":"s.64.37"}"#),
        FakeTagHub.json(#"{"items":[\#(group("Two"))]}"#),
      ],
      "POST /api/v1/releases/duplicates/different": [FakeTagHub.json(#"{"releases":[]}"#)],
      "GET \(Self.path)": [FakeTagHub.json(Self.release(title: "One"))],
      "GET /api/v1/releases/\(other)": [
        FakeTagHub.json(Self.release(title: "One").replacing("\(FakeTagHub.releaseID)", with: other))
      ],
    ]
    let hub = try FakeStaffHub.play(script)
    let run = try await hub.run("release", "duplicates")
    #expect(run.code == 0 && run.output.count == 4, "\(run.errors) \(run.output)")
    #expect(run.output.first?.contains("same-source, same-barcode") == true, "\(run.output)")
    #expect(hub.sent(lists).count == 2)
    let second = try FakeStaffHub.play(script)
    let noted = try await second.run("release", "different", "\(FakeTagHub.releaseID)", other)
    #expect(noted.code == 0, "\(noted.errors)")
    let order = try #require(second.sent("POST /api/v1/releases/duplicates/different").first)
    #expect(order.contains(#""releases":["\#(FakeTagHub.releaseID)","\#(other)"]"#), "\(order)")
    #expect(try await FakeStaffHub.play().run("release", "different", other).code == 64)
    #expect(try await FakeStaffHub.play().run("release", "duplicates", other, "--limit", "5").code == 64)
  }

  @Test func `a release is shown with its discs and sides, credits, series and numbers`() async throws {
    let stored =
      #"""
      {"id":"\#(FakeTagHub.releaseID)","title":"Suite","artist":"Quartet","medium":"vinyl","status":"resolved","version":7,
       "genres":["Jazz"],"styles":["Modal"],"labels":[],"copies":[],
       "artists":[{"name":"Quartet"},{"name":"M. Example","role":"Producer","listedAs":"Max Example","tracks":"A1 to A3"}],
       "formats":[{"name":"Vinyl","qty":2,"descriptions":["LP"]}],"series":[{"name":"Invented Series","number":"12"}],
       "companies":[{"name":"First Plant","number":"77","role":"Pressed By"},{"name":"Some House"}],
       "identifiers":[{"type":"Matrix / Runout","value":"INV-1-A\u001b[2J","description":"Side A"}],
       "sides":[{"disc":"1","side":"A","tracks":2,"duration":"1:05:33"},{"disc":"CD2","tracks":1}],
       "tracks":[
         {"kind":"track","position":"A1","title":"Opening","duration":"3:00","disc":"1","side":"A",
          "credits":[{"name":"A Guest"},{"name":"S. Player","role":"Saxophone"}]},
         {"kind":"index","position":"","title":"Work","disc":"1","side":"A","tracks":[
           {"kind":"track","position":"A2","title":"Dawn","disc":"1","side":"A"}]},
         {"kind":"track","position":"CD2-1","title":"Bonus","disc":"CD2"}],
       "links":[{"source":"musicbrainz","number":"76df3287-6cda-33eb-8e9a-044b5e15ffdd",
         "url":"https://musicbrainz.org/release/76df3287-6cda-33eb-8e9a-044b5e15ffdd","isOwn":true}],
       "source":{"name":"discogs","id":"1","url":"https://www.discogs.com/release/1","master":"55",
         "fetchedAt":"2026-11-20T09:45:12.120Z"}}
      """#
    let cover =
      #"{"id":"0193489a-9000-7e0b-a1c3-5d9e8f274b16","kind":"picture","name":"a.jpg","type":"image/jpeg","bytes":1,"sha256":"a","isCover":true,"source":"cover-art-archive","createdAt":"2026-11-20T09:45:12.120Z","version":1}"#
    let hub = try FakeStaffHub.play([
      "GET \(Self.path)": [FakeTagHub.json(stored)], "GET /api/v1/covers": [FakeTagHub.page(cover)],
    ])
    let run = try await hub.run("release", "show", "12")
    #expect(run.code == 0, "\(run.errors)")
    let lines = run.output
    for line in [
      "  formats: 2 × Vinyl, LP", "  genres: Jazz, Modal", "  series: Invented Series – 12",
      "  Pressed By: First Plant – 77", "  company: Some House", "  master: 55",
      "  Producer: M. Example (listed as Max Example; A1 to A3)", "Disc 1, Side A: 2 tracks, 1:05:33",
      "  musicbrainz: https://musicbrainz.org/release/76df3287-6cda-33eb-8e9a-044b5e15ffdd (set by hand)",
      "  cover: Cover Art Archive (0193489a-9000-7e0b-a1c3-5d9e8f274b16)",
      "  A1 Opening (3:00)", "      Saxophone: S. Player", "  Work", "    A2 Dawn", "CD2: 1 track", "  CD2-1 Bonus",
    ] { #expect(lines.contains(line), "\(line) in \(run.output)") }
    #expect(lines.contains { $0.hasPrefix("  Matrix / Runout (Side A): INV-1-A") })
    #expect(!lines.contains { $0.contains("\u{1B}") })
  }

  @Test func `a field goes back to the source with the version that was displayed`() async throws {
    let hub = try FakeStaffHub.play([
      "GET \(Self.path)": [FakeTagHub.json(Self.release(title: "By hand"))],
      "POST \(Self.path)/use-source": [FakeTagHub.json(Self.release(title: "Found"))],
    ])
    let run = try await hub.run("release", "edit", "12", "--use-source", "title,year")
    #expect(run.code == 0 && run.output.contains("Found – A, cd"), "\(run.errors)")
    let order = try #require(hub.sent("POST \(Self.path)/use-source").first)
    for part in [#""fields":["title","year"]"#, #"if-match="7""#] {
      #expect(order.contains(part), "\(part) in \(order)")
    }
  }

  @Test func `an unknown field and an edit without a change are errors of usage`() async throws {
    for words in [["--use-source", "tracks"], ["--year", "soon"], []] {
      let run = try await FakeStaffHub.play().run(words: ["release", "edit", "12"] + words)
      #expect(run.code == 64, "\(run.errors)")
    }
  }

  @Test func `own facts are sent with the version that was displayed`() async throws {
    let stored =
      #"{"copy":{"id":"\#(FakeStaffHub.copyID)","number":12,"code":"DW:I:5VTPVXVRCNZGJD","status":"available","parts":1,"partsMissing":0,"version":7},"release":\#(FakeTagHub.release),"valuation":{"amount":2500,"currency":"EUR"},"version":7}"#
    let hub = try FakeStaffHub.play([
      "GET \(Self.facts)": [FakeTagHub.json(stored)], "PATCH \(Self.facts)": [FakeTagHub.json(stored)],
    ])
    let run = try await hub.run("copy", "facts", "12", "--value", "2500 eur", "--price", "")
    #expect(run.code == 0, "\(run.errors)")
    #expect(run.output.contains("  value: 25.00 EUR"), "\(run.output)")
    let order = try #require(hub.sent("PATCH \(Self.facts)").first)
    for part in [#""amount":2500"#, #""currency":"EUR""#, #""price":null"#, #"if-match="7""#] {
      #expect(order.contains(part), "\(part) in \(order)")
    }
  }
}

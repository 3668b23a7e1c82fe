import Deadwax
import HTTPServer
import TestSupport
import Testing
import Wire

@Suite(.timeLimit(.minutes(5)))
struct ReleaseTagRoutesTests {
  private func patch(_ library: LendingLibrary, _ tags: String) throws -> TagLibrary.Answer {
    let id = library.release.id.text
    let seen = try library.get("/releases/{id}", id).seen
    return try library.request(.patch, "/releases/{id}", [("id", id)], body: #"{"tags":\#(tags)}"#, headers: [seen])
  }

  @Test func `tags of a release are replaced, found, counted and undone`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let id = library.release.id.text
    #expect(try library.get("/releases/{id}", id).json["tags"] == nil)
    let tagged = try patch(library, #"["Jazz Night","reissue","JAZZ-NIGHT"]"#)
    #expect(tagged.status == 200 && tagged.json["tags"] as? [String] == ["Jazz Night", "reissue"], "\(tagged.text)")
    let stale = try library.request(
      .patch, "/releases/{id}", [("id", id)], body: #"{"tags":[]}"#, headers: [("if-match", "\"1\"")])
    #expect(stale.status == 412, "\(stale.text)")
    let list = try library.request(.get, "/release-tags", as: .station)
    #expect(list.items.compactMap { $0["tag"] as? String } == ["Jazz Night", "reissue"], "\(list.text)")
    #expect(list.json["total"] as? Int == 2 && list.items.first?["query"] as? String == "tag:=\"jazz night\"")
    #expect(try library.request(.get, "/release-tags", query: "?search=re", as: .station).items.count == 1)
    for search in ["tag%3Ajazz", "tag%3A%3D%22jazz%20night%22", "reissue"] {
      #expect(try library.request(.get, "/releases", query: "?search=\(search)").items.count == 1, "\(search)")
    }
    let change = try #require(try library.request(.get, "/changes").items.first?["id"] as? String)
    #expect(try library.request(.post, "/changes/{id}/undo", [("id", change)]).status == 200)
    #expect(try library.get("/releases/{id}", id).json["tags"] == nil)
    #expect(try library.request(.get, "/release-tags", as: .station).items.isEmpty)
  }

  @Test func `a new release has its tags, null changes none, and an empty list takes them away`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let made = try library.request(.post, "/releases", body: #"{"title":"T","medium":"cd","tags":["live"]}"#)
    #expect(made.status == 201 && made.json["tags"] as? [String] == ["live"], "\(made.text)")
    #expect(try patch(library, #"["a"]"#).status == 200)
    #expect(try patch(library, "null").json["tags"] as? [String] == ["a"])
    #expect(try patch(library, "[]").json["tags"] == nil)
  }

  @Test(arguments: [
    #"[""]"#, #"["!!!"]"#, #"["a;b"]"#, #"["a\nb"]"#, #"["\#(String(repeating: "x", count: 61))"]"#,
    "[" + (1...51).map { #""tag \#($0)""# }.joined(separator: ",") + "]",
  ])
  func `an impossible tag is refused with its field, and changes nothing`(tags: String) throws {
    let library = try LendingLibrary()
    defer { library.end() }
    #expect(try patch(library, #"["kept"]"#).status == 200)
    let refused = try patch(library, tags)
    #expect(refused.status == 422 && refused.code == "invalid", "\(refused.text)")
    #expect((refused.json["reasons"] as? [[String: Any]])?.first?["field"] as? String == "tags", "\(refused.text)")
    #expect(try library.get("/releases/{id}", library.release.id.text).json["tags"] as? [String] == ["kept"])
  }

  @Test func `a preview of a merge has the tags that move, and a merge makes the union`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let made = try library.request(
      .post, "/releases", body: #"{"title":"T","medium":"cd","tags":["jazz-night","donation 2024"]}"#)
    let other = try #require(made.text("id"))
    #expect(try patch(library, #"["Jazz Night"]"#).status == 200)
    let id = library.release.id.text
    let preview = try library.request(.get, "/releases/{id}/merge", query: "?other=\(other)", [("id", id)])
    #expect(preview.json["tags"] as? [String] == ["donation 2024"], "\(preview.text)")
    let merged = try library.request(
      .post, "/releases/{id}/merge", [("id", id)], body: #"{"other":"\#(other)"}"#,
      headers: [try library.get("/releases/{id}", id).seen])
    #expect(merged.json["tags"] as? [String] == ["Jazz Night", "donation 2024"], "\(merged.text)")
  }
}

import HTTPServer
import TestSupport
import Testing

/// Tests of the commands for smart collections with a fake hub.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct CollectionCommandsTests {
  private static let id = "01934891-5555-7e0b-a1c3-5d9e8f274b16"
  private static let collections = "/api/v1/collections"
  private static let overdue =
    #"{"id":"overdue-loans","name":"Overdue loans","query":"overdue","isBuiltIn":true,"isShared":true,"isOwn":false,"count":3}"#

  private static func made(_ name: String = "New vinyl", id: String = id, more: String = #","count":12"#) -> String {
    #"{"id":"\#(id)","name":"\#(name)","query":"added:30d medium:vinyl","isBuiltIn":false,"isShared":false,"isOwn":true,"createdAt":"2026-11-20T09:45:12.120Z","version":3\#(more)}"#
  }

  @Test func `collections are listed with their counts, and a name does no harm to the terminal`() async throws {
    let broken = Self.made(
      #"Ro\u001b[31mses"#, more: #","noCount":"mistake","mistake":{"code":"unknown-field","from":0,"to":5}"#)
    let run = try await FakeStaffHub.play([
      "GET \(Self.collections)": [FakeTagHub.page("\(Self.overdue),\(Self.made()),\(broken)")]
    ]).run("collection", "list")
    #expect(run.code == 0 && run.output.count == 3, "\(run.errors)")
    #expect(run.output[0].contains("3 releases") && run.output[1].contains("12 releases"), "\(run.output)")
    #expect(run.output[1].contains("private") && run.output[2].contains("mistake"), "\(run.output)")
    #expect(!run.output.joined().contains("\u{1B}"))
  }

  @Test func `the releases of a collection are found by its query, by its name or its id`() async throws {
    let found =
      #"{"id":"\#(FakeTagHub.releaseID)","title":"Low","artist":"David Bowie","medium":"vinyl","status":"manual","version":7,"genres":[],"styles":[],"artists":[],"labels":[],"formats":[],"tracks":[],"identifiers":[],"copies":[]}"#
    for reference in ["NEW vinyl", Self.id] {
      let hub = try FakeStaffHub.play([
        "GET \(Self.collections)": [FakeTagHub.page("\(Self.overdue),\(Self.made())")],
        "GET /api/v1/releases": [FakeTagHub.page(found)],
      ])
      let run = try await hub.run("collection", "show", reference)
      #expect(run.code == 0 && run.output.first?.contains("Low") == true, "\(run.errors) \(run.output)")
      let sent = try #require(hub.sent("GET /api/v1/releases").first)
      #expect(sent.contains("search=added"), "\(sent)")
    }
    let none = try await FakeStaffHub.play([
      "GET \(Self.collections)": [FakeTagHub.page(Self.made())]
    ]).run("collection", "show", "New vynil")
    #expect(none.code != 0 && none.errors.joined().contains("Did you mean New vinyl?"), "\(none.errors)")
  }

  @Test func `a collection is made from a query, and a mistake in it is shown with carets`() async throws {
    let hub = try FakeStaffHub.play(["POST \(Self.collections)": [FakeTagHub.json(Self.made())]])
    let run = try await hub.run("collection", "add", "New vinyl", "added:30d", "medium:vinyl", "--private")
    #expect(run.code == 0 && run.output.first?.contains("New vinyl") == true, "\(run.errors)")
    let problem =
      #"{"type":"urn:deadwax:problem:invalid","title":"A member is invalid","status":422,"detail":"'query': There is no field artits.","code":"invalid","reasons":[],"retryable":false,"mistake":{"code":"unknown-field","from":5,"to":11,"suggestion":"artist"}}"#
    let refused = try await FakeStaffHub.play([
      "POST \(Self.collections)": [
        HTTPResponse(
          status: 422, headers: [("content-type", "application/problem+json")], body: .bytes(Array(problem.utf8)))
      ]
    ]).run("collection", "add", "Bowie", "love artits:bowie")
    #expect(refused.code != 0 && refused.output.isEmpty)
    let errors = refused.errors.joined(separator: "\n")
    #expect(errors.contains("  love artits:bowie\n       ^^^^^^"), "\(errors)")
  }

  @Test func `a collection is renamed and removed, and a name that two have needs an id`() async throws {
    let hub = try FakeStaffHub.play([
      "GET \(Self.collections)": [FakeTagHub.page(Self.made())],
      "PATCH \(Self.collections)/\(Self.id)": [FakeTagHub.json(Self.made("Records"))],
    ])
    let edited = try await hub.run("collection", "edit", "New vinyl", "--name", "Records", "--shared", "yes")
    #expect(edited.code == 0 && edited.output.first?.contains("Records") == true, "\(edited.errors)")
    let removed = try await FakeStaffHub.play([
      "GET \(Self.collections)": [FakeTagHub.page(Self.made())],
      "DELETE \(Self.collections)/\(Self.id)": [HTTPResponse(status: 204)],
    ]).run("collection", "remove", "new vinyl")
    #expect(removed.code == 0 && removed.output == ["Removed."], "\(removed.errors)")
    let unchanged = try await FakeStaffHub.play([:]).run("collection", "edit", "New vinyl")
    #expect(unchanged.code != 0 && unchanged.errors.joined().contains("No change"), "\(unchanged.errors)")
    let other = Self.made("new VINYL", id: "01934891-7777-7e0b-a1c3-5d9e8f274b16")
    let many = try await FakeStaffHub.play([
      "GET \(Self.collections)": [FakeTagHub.page("\(Self.made()),\(other)")]
    ]).run("collection", "remove", "New vinyl")
    #expect(many.code != 0 && many.errors.joined().contains(Self.id), "\(many.errors)")
  }
}

import HTTPServer
import TestSupport
import Testing

/// Tests of the commands for the pull list, the pick-up shelf and notices, with a fake hub.
@Suite(.timeLimit(.minutes(5)))
struct HoldCommandsTests {
  @Test func `the pull list, the pick-up shelf and a slip are shown`() async throws {
    let copy = FakeTagHub.copy(12)
    let item =
      #"{"id":"\#(FakeStaffHub.copyID)","copy":\#(copy),"release":\#(FakeTagHub.release),"hold":"\#(FakeStaffHub.holdID)","borrower":{"id":"\#(FakeStaffHub.ada)","shortName":"Ada L."},"placedAt":"2026-11-20T09:45:12.120Z"}"#
    let id = FakeStaffHub.holdID
    let script = [
      "GET /api/v1/holds/pull-list": [FakeTagHub.page(item)],
      "GET /api/v1/holds/shelf": [FakeTagHub.page(FakeStaffHub.hold("expired"))],
      "GET /api/v1/holds/\(id)/slip": [FakeTagHub.json("\"Ada L.\"")],
      "POST /api/v1/holds/\(id)/print": [FakeTagHub.json("{}", status: 202)],
    ]
    let list = try await FakeStaffHub.play(script).run("hold", "pull-list")
    #expect(list.code == 0 && list.output.first?.contains("Blue Train – John Coltrane") == true, "\(list.errors)")
    #expect(list.output.first?.hasSuffix("Ada L.") == true)
    let shelf = try await FakeStaffHub.play(script).run("hold", "shelf")
    #expect(shelf.code == 0 && shelf.output.first?.contains("expired") == true, "\(shelf.errors)")
    let slip = try await FakeStaffHub.play(script).run("hold", "slip", id)
    #expect(slip.code == 0 && slip.output.first?.contains("Ada L.") == true, "\(slip.errors)")
    let hub = try FakeStaffHub.play(script)
    #expect(try await hub.run("hold", "slip", id, "--print").code == 0)
    #expect(hub.sent("POST /api/v1/holds/\(id)/print").count == 1)
    let none = try await FakeStaffHub.play(["GET /api/v1/holds/pull-list": [FakeTagHub.page()]]).run(
      "hold", "pull-list")
    #expect(none.code == 0 && none.errors == ["There is nothing to fetch."])
  }

  @Test func `notices are listed and sent again, and their templates shown and changed`() async throws {
    let template =
      #"{"id":"hold-ready.en","kind":"hold-ready","language":"en","subject":"Here","body":"Dear {name}\n","isStandard":true,"placeholders":["name","title","due"],"version":3}"#
    let notice =
      #"{"id":"\#(FakeStaffHub.holdID)","kind":"hold-ready","way":"mail","state":"refused","release":\#(FakeTagHub.release),"borrower":{"id":"\#(FakeStaffHub.ada)","shortName":"Ada L."},"dueAt":"2026-11-28T09:45:12.120Z","createdAt":"2026-11-20T09:45:12.120Z","attempts":3,"reason":"no route"}"#
    let path = "/api/v1/notice-templates/hold-ready.en"
    let script = [
      "GET /api/v1/notices": [FakeTagHub.page(notice)],
      "POST /api/v1/notices/\(FakeStaffHub.holdID)/send": [FakeTagHub.json(notice)],
      "GET /api/v1/notice-templates": [FakeTagHub.page(template)],
      "GET \(path)": [FakeTagHub.json(template).with("etag", "\"3.x\"")],
      "PUT \(path)": [FakeTagHub.json(template)], "DELETE \(path)": [FakeTagHub.json(template)],
      "POST \(path)/preview": [FakeTagHub.json(#"{"subject":"Here","body":"Dear Ada","isSample":true}"#)],
    ]
    let list = try await FakeStaffHub.play(script).run("notice", "list")
    #expect(list.code == 0 && list.output.first?.contains("refused") == true, "\(list.errors)")
    #expect(list.output.first?.contains("no route") == true)
    #expect(try await FakeStaffHub.play(script).run("notice", "send", FakeStaffHub.holdID).code == 0)
    #expect(
      try await FakeStaffHub.play(script).run("notice", "templates").output.first?.hasPrefix("hold-ready.en") == true)
    #expect(
      try await FakeStaffHub.play(script).run("notice", "show", "hold-ready.en").output.prefix(2) == [
        "Here", "Dear {name}",
      ])
    #expect(
      try await FakeStaffHub.play(script).run("notice", "show", "hold-ready.en", "--preview").output.prefix(2) == [
        "Here", "Dear Ada",
      ])
    let changing = try FakeStaffHub.play(script)
    #expect(try await changing.run("notice", "edit", "hold-ready.en", "--subject", "Come").code == 0)
    let sent = changing.sent("PUT \(path)").first
    #expect(sent?.contains(#""subject":"Come""#) == true && sent?.contains(#"if-match="3.x""#) == true, "\(sent ?? "")")
    let restoring = try FakeStaffHub.play(script)
    #expect(try await restoring.run("notice", "edit", "hold-ready.en", "--default").code == 0)
    #expect(restoring.sent("DELETE \(path)").count == 1)
    #expect(try await FakeStaffHub.play(script).run("notice", "edit", "hold-ready.en").code == 64)
  }
}

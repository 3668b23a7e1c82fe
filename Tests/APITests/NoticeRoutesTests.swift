import API
import Deadwax
import HTTPServer
import Storage
import TestSupport
import Testing
import Wire

@Suite(.timeLimit(.minutes(5)))
struct NoticeRoutesTests {
  @Test func `a template is read, previewed, changed by an administrator, and restored`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let path = "/notice-templates/{id}"
    let id = [("id", "hold-ready.en")]
    let all = try library.request(.get, "/notice-templates")
    #expect(all.items.count == 12, "\(all.text)")
    let first = try library.request(.get, path, id)
    #expect(first.text("subject") == "Ready for pick-up" && first.number("version") == 0)
    let body = #"{"subject":"Here: {title}","body":"{name}, until {due}."}"#
    #expect(try library.request(.put, path, id, body: body, headers: [first.seen]).status == 403)
    #expect(try library.request(.put, path, id, body: body, as: .admin).status == 428)
    let unknown = try library.request(
      .put, path, id, body: #"{"subject":"x","body":"{titel}"}"#, headers: [first.seen], as: .admin)
    #expect(unknown.status == 422 && unknown.text.contains("{titel} is not a placeholder"), "\(unknown.text)")
    #expect(unknown.text.contains("{name}, {title}, {due}"))
    let preview = try library.request(.post, path + "/preview", id, body: body)
    #expect(preview.text("subject") == "Here: Blue Train – John Coltrane" && preview.json["isSample"] as? Bool == true)
    let changed = try library.request(.put, path, id, body: body, headers: [first.seen], as: .admin)
    #expect(changed.status == 200 && changed.number("version") == 1 && changed.json["isStandard"] as? Bool == false)
    #expect(try library.request(.put, path, id, body: body, headers: [first.seen], as: .admin).status == 412)
    let changes = try library.request(.get, "/changes")
    #expect(changes.items.first?["kind"] as? String == "setting")
    let restored = try library.request(.delete, path, id, headers: [changed.seen], as: .admin)
    #expect(restored.json["isStandard"] as? Bool == true, "\(restored.text)")
    #expect(try library.request(.get, path, [("id", "pigeon.en")]).status == 404)
  }

  @Test func `the log lists what was not sent by default, and sends it again`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    #expect(
      try library.request(
        .patch, "/borrowers/{id}", [("id", library.ada.id.text)], body: #"{"email":"a@b.example"}"#,
        headers: [("if-match", "*")]
      ).status == 200)
    #expect(try library.lend(0, to: library.ada).status == 201)
    let claimed = try library.service.database.write { transaction in
      let claimed = try transaction.claimReminders(.overdue, before: transaction.now + .seconds(99 * 86_400), limit: 9)
      for reminder in claimed { try transaction.noteFailed(reminder.id, error: "no route") }
      return claimed
    }
    #expect(claimed.count == 1)
    let log = try library.request(.get, "/notices")
    #expect(log.items.count == 1 && log.number("total") == 1)
    let notice = try #require(log.items.first)
    #expect(notice["state"] as? String == "refused" && notice["reason"] as? String == "no route")
    #expect((notice["borrower"] as? [String: Any])?["shortName"] as? String == "Ada L.")
    #expect(!log.text.contains("Lovelace") && !log.text.contains("a@b.example"))
    let id = try #require(notice["id"] as? String)
    #expect(try library.request(.post, "/notices/{id}/send", [("id", id)]).status == 200)
    try library.service.database.write { try $0.noteSent(claimed[0].id) }
    #expect(try library.request(.get, "/notices").items.isEmpty)
    #expect(try library.request(.get, "/notices", query: "?state=sent").items.count == 1)
    #expect(try library.request(.post, "/notices/{id}/send", [("id", id)]).status == 409)
    #expect(try library.request(.post, "/notices/{id}/send", [("id", library.ada.id.text)]).status == 404)
    #expect(try library.request(.get, "/notices", as: .station).status == 403)
  }
}

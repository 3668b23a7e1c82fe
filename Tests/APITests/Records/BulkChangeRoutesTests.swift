import BulkChanges
import Deadwax
import HTTPServer
import TestSupport
import Testing
import Threads
import Wire

@Suite(.timeLimit(.minutes(5))) struct BulkChangeRoutesTests {
  private func send(_ body: String, in library: LendingLibrary) throws -> TagLibrary.Answer {
    let sent = try library.request(.post, "/bulk-changes", body: body)
    guard sent.status == 201, let id = sent.text("id") else { return sent }
    #expect(sent.header("location") == "/api/v1/bulk-changes/\(id)")
    library.service.bulkChanges.settle()
    return try library.request(.get, "/bulk-changes/{id}", [("id", id)])
  }

  @Test func `an order is previewed by copy, applied as one change, and undone`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    #expect(try library.lend(0, to: library.ada).status == 201)
    let view = try send(
      #"{"action":"edit","releases":["\#(library.release.id)"],"copy":{"status":"missing"},"mediaCondition":"VG+"}"#,
      in: library)
    let id = try #require(view.text("id"), "\(view.text)")
    let counts = view.json["counts"] as? [String: Int]
    #expect(view.text("state") == "ready" && counts?["refused"] == 1, "\(view.text)")
    let refused = try library.request(.get, "/bulk-changes/{id}/lines", query: "?fate=refused", [("id", id)])
    #expect(refused.items.count == 1, "\(refused.text)")
    #expect((refused.items.first?["reason"] as? [String: String])?["code"] == "copy-on-loan", "\(refused.text)")
    let plan = try #require(view.text("plan"))
    func apply(_ body: String) throws -> TagLibrary.Answer {
      try library.request(.post, "/bulk-changes/{id}/apply", [("id", id)], body: body)
    }
    #expect(try apply(#"{"plan":"\#(plan)"}"#).status == 409)
    #expect(try apply(#"{"plan":"short"}"#).status == 422)
    #expect(try apply(#"{"plan":"\#(String(repeating: "0", count: 64))","skipsRefused":true}"#).status == 409)
    #expect(try apply(#"{"plan":"\#(plan)","skipsRefused":true}"#).status == 202)
    library.service.bulkChanges.settle()
    let done = try library.request(.get, "/bulk-changes/{id}", [("id", id)])
    let change = try #require(done.text("change"), "\(done.text)")
    #expect(done.text("state") == "applied" && change == id)
    #expect(try apply(#"{"plan":"\#(plan)","skipsRefused":true}"#).text("change") == change)
    let listed = try library.request(.get, "/changes").items.first
    #expect(listed?["kind"] as? String == "bulk" && listed?["id"] as? String == change)
    let copy = try library.request(.get, "/copies/{id}", [("id", library.copies[1].id.text)])
    #expect(copy.text("status") == "missing" && copy.text("mediaCondition") == "VG+", "\(copy.text)")
    #expect(try library.request(.post, "/bulk-changes/{id}/cancel", [("id", id)]).status == 409)
    #expect(try library.request(.post, "/changes/{id}/undo", [("id", change)]).status == 200)
    let restored = try library.request(.get, "/copies/{id}", [("id", library.copies[1].id.text)])
    #expect(restored.text("status") == "available", "\(restored.text)")
  }

  @Test func `the undo of a bulk change waits for other bulk changes, and other requests do not wait for it`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let view = try send(#"{"action":"edit","releases":["\#(library.release.id)"],"mediaCondition":"VG+"}"#, in: library)
    let (id, plan) = (try #require(view.text("id")), try #require(view.text("plan")))
    #expect(
      try library.request(.post, "/bulk-changes/{id}/apply", [("id", id)], body: #"{"plan":"\#(plan)"}"#).status == 202)
    library.service.bulkChanges.settle()
    let (isFree, isAnswered) = (Latch(), Latch())
    try library.service.bulkChanges.perform { _ in isFree.wait() }
    let undone = Locked<Result<Int, any Error>?>(nil)
    let staff = DedicatedThread("undo") {
      let result = Result { try library.request(.post, "/changes/{id}/undo", [("id", id)]).status }
      undone.withLock { $0 = result }
      isAnswered.raise()
    }
    // Loans are requests that may block, as an undo is.
    #expect(try library.lend(1, to: library.ada).status == 201)
    #expect(undone.withLock { $0 == nil })
    isFree.raise()
    isAnswered.wait()
    staff.join()
    #expect(try undone.withLock { $0 }?.get() == 200)
    let copy = try library.request(.get, "/copies/{id}", [("id", library.copies[0].id.text)])
    #expect(copy.text("mediaCondition") == nil, "\(copy.text)")
  }

  @Test func `a wrong order is refused, and bulk changes are for staff`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let (release, copy) = (library.release.id, library.copies[0].id)
    for body in [
      #"{"action":"paint","releases":["\#(release)"]}"#, #"{"action":"remove"}"#,
      #"{"action":"remove","releases":["\#(release)"],"copies":["\#(copy)"]}"#,
      #"{"action":"remove","copies":[]}"#, #"{"action":"move","copies":["\#(copy)"]}"#,
      #"{"action":"edit","copies":["\#(copy)"]}"#, #"{"action":"edit","copies":["\#(copy)"],"place":"\#(copy)"}"#,
      #"{"action":"edit","copies":["\#(copy)"],"mediaCondition":"shiny"}"#,
      #"{"action":"edit","copies":["\#(copy)"],"copy":{"release":"\#(release)"}}"#,
      #"{"action":"edit","copies":["\#(copy)"],"colour":"red"}"#,
      #"{"action":"edit","query":" ","mediaCondition":"M"}"#,
    ] { #expect(try library.request(.post, "/bulk-changes", body: body).status == 422, "\(body)") }
    let view = try send(#"{"action":"remove","copies":["\#(copy)"]}"#, in: library)
    let id = try #require(view.text("id"))
    #expect(
      try library.request(.get, "/bulk-changes/{id}/lines", query: "?fate=gone", [("id", id)]).status == 400)
    #expect(try library.request(.post, "/bulk-changes/{id}/cancel", [("id", id)]).text("state") == "cancelled")
    #expect(try library.request(.get, "/bulk-changes/{id}", [("id", release.text)]).status == 404)
    #expect(try library.request(.get, "/bulk-changes", as: .station).status == 403)
    #expect(try library.request(.get, "/bulk-changes").items.count == 1)
  }
}

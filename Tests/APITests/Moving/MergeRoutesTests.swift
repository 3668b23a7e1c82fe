import HTTPServer
import Moving
import Testing
import Wire

@Suite(.timeLimit(.minutes(5)))
struct MergeRoutesTests {
  @Test func `another library is sent, previewed, merged and ended, and its faults are named`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let merges = library.service.merges
    let document =
      #"{"release": [{"artist": "Trio", "title": "New"}], "copy": [{"release_id": "0193489a-7c20-7e0b-a1c3-5d9e8f274b01"}]}"#
    let broken = try library.request(.post, "/merges", sent: document, as: .admin)
    #expect(broken.status == 201, "\(broken.text)")
    merges.settle()
    let found = try library.request(.get, "/merges/{id}", [("id", broken.text("id") ?? "")], as: .admin)
    #expect(found.text("state") == "damaged" && found.text("fault")?.contains("copy") == true, "\(found.text)")
    let sent = try library.request(
      .post, "/merges", sent: #"{"release": [{"artist": "Trio", "title": "New"}]}"#, as: .admin)
    let id = [("id", sent.text("id") ?? "")]
    #expect(sent.status == 201 && sent.header("location")?.hasPrefix("/api/v1/merges/") == true, "\(sent.text)")
    merges.settle()
    let ready = try library.request(.get, "/merges/{id}", id, as: .admin)
    #expect(ready.text("state") == "ready" && ready.text("kind") == "json", "\(ready.text)")
    let records = try library.request(.get, "/merges/{id}/records", query: "?fate=add", id, as: .admin)
    #expect(records.items.count == 1 && records.items.first?["subject"] as? String == "Trio – New", "\(records.text)")
    #expect(try library.request(.get, "/merges/{id}/records", query: "?fate=odd", id, as: .admin).status == 400)
    let wrong = String(repeating: "0", count: 64)
    func apply(_ plan: String) throws -> TagLibrary.Answer {
      try library.request(.post, "/merges/{id}/apply", id, body: #"{"plan":"\#(plan)"}"#, as: .admin)
    }
    #expect(try apply(wrong).status == 409)
    let plan = try #require(ready.text("plan"))
    #expect(try apply(plan).status == 202)
    merges.settle()
    let done = try library.request(.get, "/merges/{id}", id, as: .admin)
    #expect(done.text("state") == "applied" && done.text("change") != nil, "\(done.text)")
    #expect(try apply(plan).status == 202, "a repeated order changes nothing more")
    #expect(try library.request(.delete, "/merges/{id}", id, as: .admin).status == 204)
    #expect(try library.request(.get, "/merges/{id}", id, as: .admin).status == 404)
    let strange = try library.request(.post, "/merges", sent: "number,title", as: .admin)
    #expect(strange.status == 422 && strange.text.contains("6e 75"), "\(strange.text)")
    // The notes of another program, with what the library has no place for.
    let notes = try library.request(
      .post, "/merges",
      sent: """
        <?xml version="1.0"?><plist><dict><key>RadioVolume</key><integer>3</integer><key>RadioCache</key>
        <array><dict><key>name</key><string>One</string></dict></array></dict></plist>
        """, as: .admin)
    merges.settle()
    let read = try library.request(.get, "/merges/{id}", [("id", notes.text("id") ?? "")], as: .admin)
    #expect(
      read.text("kind") == "property-list" && read.text("origin") == "property list"
        && read.text.contains(#""leftOut":["RadioVolume"]"#), "\(read.text)")
    for role in [Role.staff, .station] {
      #expect(try library.request(.post, "/merges", sent: document, as: role).status == 403)
      #expect(try library.request(.get, "/merges", as: role).status == 403)
    }
  }
}

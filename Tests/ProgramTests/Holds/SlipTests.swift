import Deadwax
import Foundation
import HTTPClient
import TestSupport
import Testing

/// Tests of the slips that a station prints for trapped copies, on the running hub.
@Suite(.timeLimit(.minutes(15)), .serialized)
struct SlipTests {
  @Test func `a station that prints receipts prints the slip of a copy of the pull list that is scanned`() async throws
  {
    let folder = try TemporaryFolder()
    let printer = try folder.write("#!/bin/sh\ncat >\"$0.$$.tmp\"\ncat \"$0.$$.tmp\" >>\"$0.paper\"\n", to: "printer")
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: printer)
    let hub = try await HubUnderTest(withHardware: false, ["--nfc", "none", "--receipt-command", printer])
    defer { hub.end() }
    let library = try await Evening(hub)
    var random = SeededRandom(seed: 20_261_127)
    try await library.enrol(2, &random)
    try await library.mergeJournal(3, at: "intake")
    func paper() -> String {
      FileManager.default.contents(atPath: printer + ".paper").map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
    var names: [String] = []
    for (guest, copy) in zip(library.guests, library.copies) {
      let found = try await library.tryStaff(.get, "/api/v1/resolve?code=\(copy)")
      let id = try #require(try JSONValue(found.body)["copy"]["id"].text, "\(found.text)")
      let hold = try await library.staff(.post, "/api/v1/holds", #"{"copy":"\#(id)","borrower":"\#(guest.id)"}"#)
      names.append(try #require(hold["borrower"]["shortName"].text))
    }
    #expect(try await library.all("/api/v1/holds/pull-list?limit=200").count == 2)
    // The first station prints nothing, because its policy does not.
    try await library.order(.return, at: "one", "mode-changed")
    try await library.scan(library.copies[0].description, at: "one", "not-on-loan")
    try await library.order(.return, at: "two", "mode-changed")
    let before = try await library.tryStaff(.get, "/api/v1/stations/two/policy")
    let policy = before.text.replacingOccurrences(of: #""receipt":"screen""#, with: #""receipt":"print""#)
    #expect(policy != before.text, "\(before.text)")
    _ = try await library.staff(.put, "/api/v1/stations/two/policy", policy, ifMatch: "*")
    try await library.scan(library.copies[1].description, at: "two", "not-on-loan")
    try await eventually(within: .seconds(60), "the slip was printed") { paper().contains(names[1]) }
    #expect(!paper().contains(names[0]))
    #expect(try await library.all("/api/v1/holds/pull-list?limit=200").isEmpty)
    // A second scan traps nothing, and prints nothing. The slip of the first copy is printed by request.
    try await library.scan(library.copies[1].description, at: "two", "duplicate")
    let ready = try await library.all("/api/v1/holds/shelf?limit=200")
    let first = try #require(ready.first { $0["borrower"]["shortName"].text == names[0] })
    let answer = try await library.tryStaff(.post, "/api/v1/holds/\(try #require(first["id"].text))/print")
    #expect(answer.status == 202, "\(answer.text)")
    try await eventually(within: .seconds(60), "the other slip was printed") { paper().contains(names[0]) }
    #expect(paper().ranges(of: names[1]).count == 1)
  }
}

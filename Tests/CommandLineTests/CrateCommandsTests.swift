import Foundation
import HTTPServer
import TestSupport
import Testing

/// Tests of the commands for crates, favourites and recent releases with a fake hub.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct CrateCommandsTests {
  private static let id = "01934891-1111-7e0b-a1c3-5d9e8f274b16"
  private static let itemID = "01934891-2222-7e0b-a1c3-5d9e8f274b16"
  private static let crates = "/api/v1/crates"

  private static func crate(_ name: String = "Sunday", id: String = id) -> String {
    #"{"id":"\#(id)","name":"\#(name)","items":2,"crates":0,"createdAt":"2026-11-20T09:45:12.120Z","version":3}"#
  }

  private static func item(_ position: Int = 1) -> String {
    #"{"id":"\#(itemID)","position":\#(position),"release":\#(FakeTagHub.release),"copy":\#(FakeTagHub.copy(12)),"addedAt":"2026-11-20T09:46:30.000Z","version":4}"#
  }

  @Test func `crates are listed, and a name does no harm to the terminal`() async throws {
    let run = try await FakeStaffHub.play([
      "GET \(Self.crates)": [FakeTagHub.page(Self.crate(#"Sun\u001b[31mday"#))]
    ]).run("crate", "list")
    #expect(run.code == 0 && run.output.count == 1, "\(run.errors)")
    #expect(run.output[0].hasPrefix(Self.id) && !run.output[0].contains("\u{1B}"), "\(run.output)")
  }

  @Test func `a crate is found by its name, and two of one name need an id`() async throws {
    let other = Self.crate("sunday", id: "01934891-3333-7e0b-a1c3-5d9e8f274b16")
    let hub = try FakeStaffHub.play([
      "GET \(Self.crates)": [FakeTagHub.page(Self.crate())],
      "DELETE \(Self.crates)/\(Self.id)": [HTTPResponse(status: 204)],
    ])
    let run = try await hub.run("crate", "remove", "SUNDAY")
    #expect(run.code == 0 && run.output == ["Removed."], "\(run.errors)")
    let many = try await FakeStaffHub.play([
      "GET \(Self.crates)": [FakeTagHub.page(Self.crate() + "," + other)]
    ]).run("crate", "show", "Sunday")
    #expect(many.code != 0 && many.errors.joined().contains(Self.id), "\(many.errors)")
    let none = try await FakeStaffHub.play([
      "GET \(Self.crates)": [FakeTagHub.page(Self.crate())]
    ]).run("crate", "show", "Sundya")
    #expect(none.code != 0 && none.errors.joined().contains("Did you mean Sunday?"), "\(none.errors)")
  }

  @Test func `a copy is put into a crate and moved to a position`() async throws {
    let hub = try FakeStaffHub.play([
      "GET \(Self.crates)": [FakeTagHub.page(Self.crate())],
      "POST \(Self.crates)/\(Self.id)/items": [FakeTagHub.json(Self.item(2))],
      "GET \(Self.crates)/\(Self.id)/items": [FakeTagHub.page(Self.item(2))],
      "PATCH \(Self.crates)/\(Self.id)/items/\(Self.itemID)": [FakeTagHub.json(Self.item(1))],
    ])
    let put = try await hub.run("crate", "put", "Sunday", "12")
    #expect(put.code == 0 && put.output.count == 1 && put.output[0].hasPrefix("2"), "\(put.errors) \(put.output)")
    let moved = try await FakeStaffHub.play([
      "GET \(Self.crates)": [FakeTagHub.page(Self.crate())],
      "GET \(Self.crates)/\(Self.id)/items": [FakeTagHub.page(Self.item(2))],
      "PATCH \(Self.crates)/\(Self.id)/items/\(Self.itemID)": [FakeTagHub.json(Self.item(1))],
    ]).run("crate", "move", "Sunday", "12", "1")
    #expect(moved.code == 0 && moved.output.first?.hasPrefix("1") == true, "\(moved.errors)")
  }

  private static func copies(_ numbers: Int...) -> [String: [HTTPResponse]] {
    [
      "GET \(crates)": [FakeTagHub.page(crate())],
      "GET \(crates)/\(id)/copies": [FakeTagHub.page(numbers.map { FakeTagHub.copy($0) }.joined(separator: ","))],
    ]
  }

  @Test func `the copies of a crate are listed`() async throws {
    let run = try await FakeStaffHub.play(Self.copies(12, 13)).run("crate", "copies", "Sunday")
    #expect(run.code == 0 && run.output.count == 2, "\(run.errors) \(run.output)")
    #expect(run.output[0].hasPrefix("copy 12") && run.output[1].hasPrefix("copy 13"), "\(run.output)")
    let none = try await FakeStaffHub.play(Self.copies()).run("crate", "copies", "Sunday")
    #expect(none.code == 0 && none.errors.joined().contains("The crate has no copies."), "\(none.errors)")
  }

  @Test func `a crate is lent copy by copy, and a refused copy is reported and stops no other`() async throws {
    let refusal = FakeStaffHub.refusal("not-for-loan", ["not-for-loan"], more: "")
    let lent = FakeTagHub.json(FakeStaffHub.loan(), status: 201)
    let hub = try FakeStaffHub.play(
      Self.copies(12, 13, 14).merging(["POST /api/v1/loans": [lent, refusal, lent]]) { $1 })
    let run = try await hub.run("crate", "lend", "Sunday", "--to", "ada")
    #expect(run.code == 1 && run.output.count == 2, "\(run.errors) \(run.output)")
    #expect(run.errors == ["deadwax: copy 13: Because of not-for-loan."], "\(run.errors)")
    #expect(hub.sent("POST /api/v1/loans").count == 3)
    let empty = try FakeStaffHub.play(Self.copies())
    let none = try await empty.run("crate", "lend", "Sunday", "--to", "ada")
    #expect(none.code == 0 && none.output.isEmpty && empty.sent("POST /api/v1/loans").isEmpty, "\(none.errors)")
  }

  @Test func `a crate is exported by its id, and a file that arrives damaged is not kept`() async throws {
    let folder = try TemporaryFolder()
    let table = HTTPResponse(
      status: 200, headers: [("content-type", "text/csv"), ("repr-digest", "sha-256=:AAAA:"), ("deadwax-rows", "1")],
      body: .bytes(Array("number\r\n12\r\n".utf8)))
    let hub = try FakeStaffHub.play(
      Self.copies(12).merging(["GET /api/v1/export/copies": [table]]) { $1 })
    let run = try await hub.run("crate", "export", "Sunday", folder.path("sunday.csv"), "--columns", "number")
    #expect(run.code != 0 && run.errors.joined().contains("damaged"), "\(run.errors)")
    let sent = try #require(hub.sent("GET /api/v1/export/copies").first?.removingPercentEncoding)
    #expect(sent.contains("search=crate:=\"\(Self.id)\"") && sent.contains("columns=number"), "\(sent)")
    let wrong = try await FakeStaffHub.play().run(
      "export", "csv", "loans", folder.path("loans.csv"), "--query", "genre:jazz")
    #expect(wrong.code == 64 && wrong.errors.joined().contains("--query chooses copies"), "\(wrong.errors)")
  }

  @Test func `the recent releases are listed with their count, and cleared`() async throws {
    let recent =
      #"{"release":\#(FakeTagHub.release),"firstAt":"2026-11-20T09:45:12.120Z","lastAt":"2026-11-27T16:20:03.500Z","count":4}"#
    let run = try await FakeStaffHub.play(["GET /api/v1/recents": [FakeTagHub.page(recent)]]).run("recent", "list")
    #expect(run.code == 0 && run.output.first?.hasSuffix("4×") == true, "\(run.errors) \(run.output)")
    let cleared = try await FakeStaffHub.play([
      "DELETE /api/v1/recents": [HTTPResponse(status: 204)]
    ]).run("recent", "clear")
    #expect(cleared.code == 0 && cleared.output == ["Cleared."], "\(cleared.errors)")
  }
}

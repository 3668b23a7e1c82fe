import TestSupport
import Testing

/// Tests of `deadwax wall` with a fake hub.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct WallCommandTests {
  private static let numbers =
    #"{"releases":8214,"copies":9127,"onLoan":311,"overdue":12,"lastScan":{"title":"Blue\u001b[31m Train","artist":"John Coltrane","medium":"cd","at":"2026-11-20T09:45:12.120Z"}}"#

  @Test func `the numbers are printed, and a title does no harm to the terminal`() async throws {
    let run = try await FakeStaffHub.play(["GET /api/v1/wall": [FakeTagHub.json(Self.numbers)]]).run("wall")
    #expect(run.code == 0, "\(run.errors)")
    #expect(run.output.prefix(4) == ["Releases: 8214", "Copies: 9127", "On loan: 311", "Overdue: 12"])
    let last = try #require(run.output.last)
    #expect(last.hasPrefix("Last scanned: Blue") && last.contains("John Coltrane"), "\(last)")
    #expect(!last.contains("\u{1B}"), "\(last)")
  }

  @Test func `as JSON it is what the hub sent; without a scan there is no last one`() async throws {
    let none = #"{"releases":0,"copies":0,"onLoan":0,"overdue":0}"#
    let json = try await FakeStaffHub.play(["GET /api/v1/wall": [FakeTagHub.json(none)]]).run("wall", "--json")
    #expect(json.code == 0 && json.output == [none], "\(json.output)")
    let run = try await FakeStaffHub.play(["GET /api/v1/wall": [FakeTagHub.json(none)]]).run("wall")
    #expect(run.output.count == 4, "\(run.output)")
  }
}

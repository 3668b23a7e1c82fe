import Foundation
import HTTPServer
import TestSupport
import Testing

/// Tests of the commands for stock-takes with a fake hub.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct StockTakeCommandsTests {
  private static let id = "01934893-1111-7e0b-a1c3-5d9e8f274b16"
  private static let takes = "/api/v1/stock-takes"

  private static func take(_ state: String = "open") -> String {
    #"{"id":"\#(id)","name":"Shelf\u001b[31m 1","state":"\#(state)","expected":3,"counts":[{"class":"found","number":2},{"class":"misplaced","number":1}],"exceptions":1,"again":4,"stations":[{"name":"bus","scans":2,"lastAt":"2026-11-20T09:45:12.120Z","isAwaited":true}],"lateScans":0,"startedAt":"2026-11-20T09:45:12.120Z","version":1}"#
  }

  @Test func `the result so far is shown, with the stations that count, and a name does no harm`() async throws {
    let run = try await FakeStaffHub.play([
      "GET \(Self.takes)": [FakeTagHub.page(Self.take())],
      "GET \(Self.takes)/\(Self.id)": [FakeTagHub.json(Self.take())],
    ]).run("stock-take", "show")
    #expect(run.code == 0, "\(run.errors)")
    let text = run.output.joined(separator: "\n")
    #expect(text.contains("3 copies expected") && text.contains("misplaced") && text.contains("Counting: bus"))
    #expect(!text.contains("\u{1B}"), "\(text)")
  }

  @Test func `without a stock-take that is under way, the commands say so`() async throws {
    let run = try await FakeStaffHub.play([
      "GET \(Self.takes)": [FakeTagHub.page(Self.take("applied"))]
    ]).run("stock-take", "close")
    #expect(run.code != 0 && run.errors.joined().contains("No stock-take is under way"), "\(run.errors)")
    let both = try await FakeStaffHub.play([:]).run("stock-take", "start")
    #expect(both.code != 0 && both.errors.joined().contains("--place"), "\(both.errors)")
  }

  @Test func `apply shows what would change, and changes it with the digest of that preview`() async throws {
    let preview =
      #"{"counts":[],"effects":[{"effect":"missing","number":2}],"uncounted":[{"name":"Shelf 2","copies":9}],"awaited":["bus"],"digest":"abc"}"#
    let hub = try FakeStaffHub.play([
      "GET \(Self.takes)": [FakeTagHub.page(Self.take("closed"))],
      "POST \(Self.takes)/\(Self.id)/preview": [FakeTagHub.json(preview)],
    ])
    let shown = try await hub.run("stock-take", "apply", "--missing")
    let text = shown.output.joined(separator: "\n")
    #expect(shown.code == 0 && text.contains("become: missing") && text.contains("Shelf 2"), "\(shown.errors) \(text)")
    #expect(text.contains("Nothing was changed") && text.contains("bus"))
    let applied = try await FakeStaffHub.play([
      "GET \(Self.takes)": [FakeTagHub.page(Self.take("closed"))],
      "POST \(Self.takes)/\(Self.id)/preview": [FakeTagHub.json(preview)],
      "POST \(Self.takes)/\(Self.id)/apply": [FakeTagHub.json(Self.take("applied"))],
    ]).run("stock-take", "apply", "--missing", "--yes")
    #expect(applied.code == 0 && applied.output.first?.contains("applied") ?? false, "\(applied.errors)")
  }

  @Test func `the report for paper is written to a file, in a language`() async throws {
    let folder = try TemporaryFolder("deadwax-report")
    let path = folder.path("report.pdf")
    let hub = try FakeStaffHub.play([
      "GET \(Self.takes)": [FakeTagHub.page(Self.take())],
      "GET \(Self.takes)/\(Self.id)/pdf": [FakeTagHub.json("%PDF-1.5")],
    ])
    let run = try await hub.run("stock-take", "export", "--pdf", path, "--language", "de", "--exceptions")
    #expect(run.code == 0 && run.output.isEmpty, "\(run.errors) \(run.output)")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "%PDF-1.5")
    let alone = try await FakeStaffHub.play([:]).run("stock-take", "export", "--language", "de")
    #expect(alone.code != 0 && alone.errors.joined().contains("--pdf"), "\(alone.errors)")
  }
}

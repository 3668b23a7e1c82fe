import HTTPServer
import TestSupport
import Testing

/// Tests of the commands for statistics and the weeding list with a fake hub.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct StatisticCommandsTests {
  private static let genre =
    #"{"name":"genre","unit":"releases","order":"size","groups":[{"key":"jazz","name":"Jazz","count":812,"copies":900,"query":"genre:=jazz"},{"key":"x","name":"Ro\u001b[31mck","count":7}],"groupCount":14,"sum":1320,"total":1204,"without":11,"countedAt":"2026-11-29T09:30:00.000Z","isCurrent":false}"#

  @Test func `a statistic is shown with its queries, and says what it leaves out`() async throws {
    let hub = try FakeStaffHub.play(["GET /api/v1/statistics/genre": [FakeTagHub.json(Self.genre)]])
    let run = try await hub.run("statistic", "show", "genre", "--top", "2")
    #expect(run.code == 0 && run.output.count == 2, "\(run.errors)")
    #expect(run.output[0].contains("812") && run.output[0].contains("genre:=jazz"), "\(run.output)")
    #expect(run.output[0].contains("900 copies") && !run.output.joined().contains("\u{1B}"))
    #expect(run.errors.joined().contains("12 more groups"), "\(run.errors)")
    #expect(run.errors.joined().contains("11 releases are in no group"), "\(run.errors)")
    #expect(run.errors.joined().contains("Counted at 2026-11-29T09:30:00.000Z"), "\(run.errors)")
    #expect(hub.sent("GET /api/v1/statistics/genre").first?.contains("top=2") == true)
    let json = try await FakeStaffHub.play(["GET /api/v1/statistics/genre": [FakeTagHub.json(Self.genre)]]).run(
      "statistic", "show", "genre", "--json")
    #expect(json.code == 0 && json.output.joined().contains(#""groupCount":14"#), "\(json.output)")
  }

  @Test func `loans have the number of their releases beside them`() async throws {
    let loans =
      #"{"name":"loans","unit":"loans","order":"time","groups":[{"key":"2026-11","name":"2026-11","count":38,"releases":31,"query":"lent:2026-11-01..2026-11-30"}],"groupCount":1,"sum":38,"total":38,"without":0,"countedAt":"2026-11-29T09:30:00.000Z","isCurrent":true}"#
    let hub = try FakeStaffHub.play(["GET /api/v1/statistics/loans": [FakeTagHub.json(loans)]])
    let run = try await hub.run("statistic", "show", "loans")
    #expect(run.code == 0 && run.output.count == 1, "\(run.errors)")
    #expect(!run.errors.joined().contains("Counted at"), "\(run.errors)")
    #expect(run.output[0].contains("31 releases") && run.output[0].contains("lent:2026-11-01..2026-11-30"))
  }

  @Test func `an unknown statistic and a wrong year are refused before a request`() async throws {
    let unknown = try await FakeStaffHub.play([:]).run("statistic", "show", "lable")
    #expect(unknown.code == 64 && unknown.errors.joined().contains("Did you mean label?"), "\(unknown.errors)")
    for text in ["../accounts", "genre/csv", ""] {
      #expect(try await FakeStaffHub.play([:]).run("statistic", "show", text).code != 0, "\(text)")
    }
    for year in ["26", "2O26", "20260"] {
      let run = try await FakeStaffHub.play([:]).run("year", year)
      #expect(run.code == 64 && run.errors.joined().contains("four digits"), "\(run.errors)")
    }
  }

  @Test func `a year and the weeding list are shown as tables and as comma-separated values`() async throws {
    let form =
      #"{"year":2026,"figures":[{"name":"releases","count":1204,"query":"added:..2026-12-31"},{"name":"loans","count":9}]}"#
    let year = try await FakeStaffHub.play(["GET /api/v1/years/2026": [FakeTagHub.json(form)]]).run("year", "2026")
    #expect(year.code == 0 && year.output.count == 2 && year.output[0].contains("added:..2026-12-31"), "\(year.errors)")
    let item =
      #"{"copy":\#(FakeTagHub.copy(12)),"release":\#(FakeTagHub.release),"reasons":["not-lent","duplicate"],"lastLentAt":"2021-05-04T09:45:12.120Z"}"#
    let hub = try FakeStaffHub.play(["GET /api/v1/weeding": [FakeTagHub.page(item)]])
    let weeding = try await hub.run("weeding", "--reason", "duplicate", "--years", "5")
    #expect(weeding.code == 0 && weeding.output.first?.contains("not-lent, duplicate") == true, "\(weeding.errors)")
    let sent = try #require(hub.sent("GET /api/v1/weeding").first)
    #expect(sent.contains("reason=duplicate") && sent.contains("years=5"), "\(sent)")
    let csv = try await FakeStaffHub.play([
      "GET /api/v1/weeding/csv": [
        HTTPResponse(status: 200, headers: [("content-type", "text/csv")], body: .bytes(Array("a,b\r\n1,2\r\n".utf8)))
      ]
    ]).run("weeding", "--csv")
    #expect(csv.code == 0 && csv.output.map { $0.trimmingPrefix("\u{FEFF}") }.first?.hasPrefix("a,b") == true)
  }
}

import HTTPServer
import TestSupport
import Testing

/// Tests of the commands for plays and their reports with a fake hub.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct PlayCommandsTests {
  private static let id = "01934893-1111-7e0b-a1c3-5d9e8f274b16"
  private static let play =
    #"{"id":"\#(id)","copy":\#(FakeTagHub.copy(12)),"release":\#(FakeTagHub.release),"position":"A1","titles":["Ro\u001b[31mck"],"startedAt":"2026-11-20T20:15:00.000Z","source":"page","warnings":[{"rule":"artist","subject":"X","count":5,"limit":4,"play":"\#(id)","at":"2026-11-20T20:15:00.000Z"}],"version":1}"#
  private static let form =
    #"{"name":"soundexchange","title":"SoundExchange, Report of Use","source":"37 CFR 370.4","checkedOn":"2026-11-28","note":"Fill in the name.","columns":["A"]}"#
  private static let report =
    #"{"form":\#(form),"since":"2026-10-31T23:00:00.000Z","until":"2026-11-30T23:00:00.000Z","dueOn":"2027-01-14","plays":240,"rows":198,"missing":[{"field":"isrc","rows":12,"needed":2}],"gaps":[{"release":\#(FakeTagHub.release),"position":"A1","fields":["isrc"],"plays":3}],"gapCount":5,"warnings":[],"warningCount":0}"#

  @Test func `plays are listed with their warnings, and a title does no harm to the terminal`() async throws {
    let hub = try FakeStaffHub.play(["GET /api/v1/plays": [FakeTagHub.page(Self.play)]])
    let run = try await hub.run("play", "list", "--copy", "12", "--since", "2026-11-01", "--station", "desk")
    #expect(run.code == 0 && run.output.count == 1, "\(run.errors)")
    #expect(run.output[0].contains("Blue Train") && run.output[0].contains("above the limit: artist"), "\(run.output)")
    #expect(run.output[0].hasSuffix(Self.id) && !run.output[0].contains("\u{1B}"))
    let sent = try #require(hub.sent("GET /api/v1/plays").first)
    #expect(sent.contains("copy=") && sent.contains("since=20") && sent.contains("station=desk"), "\(sent)")
  }

  @Test func `a play is added at a time and removed by its id`() async throws {
    let hub = try FakeStaffHub.play(["POST /api/v1/plays": [FakeTagHub.json(Self.play)]])
    let added = try await hub.run(
      "play", "add", "12", "--position", "A1", "--start", "2026-11-20T20:15:00Z", "--end", "2026-11-20T20:19:00Z")
    #expect(added.code == 0 && added.output.count == 1, "\(added.errors)")
    let sent = try #require(hub.sent("POST /api/v1/plays").first)
    #expect(sent.contains(#""position":"A1""#) && sent.contains("2026-11-20T20:15:00.000Z"), "\(sent)")
    let removed = try await FakeStaffHub.play(["DELETE /api/v1/plays/\(Self.id)": [HTTPResponse(status: 204)]]).run(
      "play", "remove", Self.id)
    #expect(removed.code == 0 && removed.output == ["Removed."], "\(removed.errors)")
    for text in ["12", "", "../accounts"] {
      #expect(try await FakeStaffHub.play([:]).run("play", "remove", text).code == 64, "\(text)")
    }
    let wrong = try await FakeStaffHub.play([:]).run("play", "add", "12", "--start", "soon")
    #expect(wrong.code == 64 && wrong.errors.joined().contains("--start"), "\(wrong.errors)")
  }

  @Test func `a report says what is missing before it is due, and is printed as a table`() async throws {
    let forms = try await FakeStaffHub.play(["GET /api/v1/play-reports": [FakeTagHub.page(Self.form)]]).run(
      "play", "report")
    #expect(forms.code == 0 && forms.output.first?.hasPrefix("soundexchange") == true, "\(forms.errors)")
    let hub = try FakeStaffHub.play(["GET /api/v1/play-reports/soundexchange": [FakeTagHub.json(Self.report)]])
    let run = try await hub.run("play", "report", "soundexchange", "--since", "2026-11-01")
    #expect(run.code == 0, "\(run.errors)")
    let text = run.output.joined(separator: "\n")
    #expect(text.contains("240 plays, 198 rows, due on 2027-01-14"), "\(text)")
    #expect(text.contains("without isrc") && text.contains("needed for 2") && text.contains("Fill in the name."))
    #expect(text.contains("3×") && text.contains("lacks isrc"), "\(text)")
    #expect(run.errors.joined().contains("4 more recordings"), "\(run.errors)")
    let csv = try await FakeStaffHub.play([
      "GET /api/v1/play-reports/prs/csv": [
        HTTPResponse(status: 200, headers: [("content-type", "text/csv")], body: .bytes(Array("a,b\r\n1,2\r\n".utf8)))
      ]
    ]).run("play", "report", "prs", "--csv")
    #expect(csv.code == 0 && csv.output.map { $0.trimmingPrefix("\u{FEFF}") }.first?.hasPrefix("a,b") == true)
  }
}

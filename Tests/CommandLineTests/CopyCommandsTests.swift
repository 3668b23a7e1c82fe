import TestSupport
import Testing

/// Tests of `deadwax copy …` with a fake hub for lending.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct CopyCommandsTests {
  private static let path = "/api/v1/copies/\(FakeStaffHub.copyID)"

  private static func copy(_ more: String = "", status: String = "available", parts: Int = 3, missing: Int = 1)
    -> String
  {
    #"{"id":"\#(FakeStaffHub.copyID)","number":12,"code":"DW:I:5VTPVXVRCNZGJD","status":"\#(status)","parts":\#(parts),"partsMissing":\#(missing),"slot":"Shelf 1, slot 3","release":\#(FakeTagHub.release),"addedAt":"2026-11-20T09:45:12.120Z","version":7\#(more)}"#
  }

  @Test func `a copy is shown with its parts and its status`() async throws {
    let reported = Self.copy(
      #","shelfMark":"ROCK 12","isWithdrawn":true,"isReference":true,"dueAt":"2026-12-04T12:00:00.000Z""#,
      status: "on-loan")
    let run = try await FakeStaffHub.play(["GET \(Self.path)": [FakeTagHub.json(reported)]]).run("copy", "show", "12")
    #expect(run.code == 0, "\(run.errors)")
    #expect(
      run.output == [
        "Blue Train – John Coltrane, vinyl, copy 12 (DW:I:5VTPVXVRCNZGJD)", "  id: \(FakeStaffHub.copyID)",
        "  status: on-loan until 2026-12-04, withdrawn, reference only", "  parts: 3, 1 missing",
        "  shelf mark: ROCK 12", "  place: Shelf 1, slot 3",
      ])
  }

  @Test func `an edit of a copy is sent with the version that was displayed`() async throws {
    let hub = try FakeStaffHub.play([
      "GET \(Self.path)": [FakeTagHub.json(Self.copy())],
      "PATCH \(Self.path)": [FakeTagHub.json(Self.copy(status: "withdrawn", missing: 0))],
    ])
    let run = try await hub.run(
      "copy", "edit", "12", "--parts", "3", "--parts-missing", "0", "--reference", "no", "--status", "withdrawn",
      "--shelf-mark", "ROCK 12")
    #expect(run.code == 0, "\(run.errors)")
    #expect(run.output.contains("  status: withdrawn") && run.output.contains("  parts: 3"))
    let order = try #require(hub.sent("PATCH \(Self.path)").first)
    for part in [
      #""parts":3"#, #""partsMissing":0"#, #""isReference":false"#, #""status":"withdrawn""#, #""shelfMark":"ROCK 12""#,
      #"if-match="7""#,
    ] { #expect(order.contains(part), "\(part) in \(order)") }
  }

  @Test func `an empty shelf mark is cleared`() async throws {
    let hub = try FakeStaffHub.play([
      "GET \(Self.path)": [FakeTagHub.json(Self.copy())], "PATCH \(Self.path)": [FakeTagHub.json(Self.copy())],
    ])
    #expect(try await hub.run("copy", "edit", "12", "--shelf-mark=").code == 0)
    #expect(hub.sent("PATCH \(Self.path)").first?.contains(#"{"shelfMark":null}"#) == true)
  }

  @Test func `a dry run changes nothing, and what does not fit is a conflict`() async throws {
    let dry = try FakeStaffHub.play(["GET \(Self.path)": [FakeTagHub.json(Self.copy())]])
    let run = try await dry.run("copy", "edit", "12", "--status", "lost", "--dry-run")
    #expect(run.code == 0 && run.output.first?.hasPrefix("status of Blue Train") == true)
    #expect(dry.sent("PATCH \(Self.path)").isEmpty)
    let refused = try await FakeStaffHub.play([
      "GET \(Self.path)": [FakeTagHub.json(Self.copy())],
      "PATCH \(Self.path)": [FakeStaffHub.refusal("copy-on-loan", ["copy-on-loan"], more: "")],
    ]).run("copy", "edit", "12", "--status", "lost")
    #expect(refused.code == 4 && refused.errors.first == "deadwax: Because of copy-on-loan.")
  }
}

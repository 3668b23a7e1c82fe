import Foundation
import HTTPClient
import TestSupport
import Testing

/// Tests of `deadwax label …` through the real programs: command, hub, the reader program that verifies the labels, and
/// the station that reads them back.
@Suite(.timeLimit(.minutes(20)), .serialized)
struct LabelCommandTests {
  @Test func `labels are drawn, read back from the sheet, scanned and ticked`() async throws {
    let hub = try await HubUnderTest()
    defer { hub.end() }
    let copies = try await hub.newCopies(3)
    let folder = try TemporaryFolder()
    let numbers = copies.map { "\($0.number)" }.joined(separator: ",")

    let made = try await hub.deadwax(
      "label", "make", "--copies", numbers, "--layout", "a4-3x8", "--symbol", "qr", "--out", folder.path + "/sheet.png")
    #expect(made.code == 0, "\(made.all)")
    let sheets = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(sheets.count == 1)

    // The content of the sheet, from the decoder as any user would run it.
    let decoded = try await hub.deadwax("decode", "--json", folder.path + "/" + (sheets.first ?? ""))
    let symbols = try JSONValue(Array((decoded.output.first ?? "").utf8))["symbols"].array
    #expect(Set(symbols.compactMap(\.["text"].text)) == Set(copies.map(\.code)), "\(decoded.all)")

    let job = try #require(try await hub.json("/api/v1/label-jobs")["items"].array.first?["id"].text)
    let before = try await hub.deadwax("label", "check", job)
    #expect(before.code == 1, "\(before.all)")
    for copy in copies { _ = try await hub.deadwax("scan", copy.code) }
    let after = try await hub.deadwax("label", "check", job)
    #expect(after.code == 0, "\(after.all)")
  }

  @Test func `a blank is reported as new until a copy claims it, and then identifies that copy`() async throws {
    let hub = try await HubUnderTest()
    defer { hub.end() }
    let copy = try await hub.newCopies(1)[0]
    let folder = try TemporaryFolder()
    let made = try await hub.deadwax(
      "label", "blanks", "2", "--layout", "dymo-11354", "--out", folder.path + "/blanks.pdf", "--json")
    #expect(made.code == 0, "\(made.all)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path + "/blanks.pdf")).starts(with: Data("%PDF-".utf8)))
    let job = try #require(try await hub.json("/api/v1/label-jobs")["items"].array.first?["id"].text)
    let blank = try #require(
      try await hub.json("/api/v1/label-jobs/\(job)/check")["labels"].array.first?["code"].text)
    #expect(blank.hasPrefix("DW:N:"))

    #expect(try await outcome(of: blank, at: hub) == "new-label")
    try await hub.setMode("bind")
    #expect(try await outcome(of: blank, at: hub) == "copy-needed")
    #expect(try await outcome(of: copy.code, at: hub) == "bound")
    try await hub.setMode("look-up")
    let scan = try await hub.deadwax("scan", blank, "--json")
    let outcome = try JSONValue(Array((scan.output.first ?? "").utf8))["outcome"]
    #expect(outcome["code"].text == "found" && outcome["copy"]["code"].text == copy.code, "\(scan.all)")
  }

  @Test func `a label that does not fit is refused with its figures, and nothing is created`() async throws {
    let hub = try await HubUnderTest()
    defer { hub.end() }
    let copy = "\(try await hub.newCopies(1)[0].number)"
    let refused = try await hub.deadwax(
      "label", "make", "--copies", copy, "--layout", "avery-l4731", "--symbol", "code-128", "--dpi", "203")
    #expect(refused.code == 1, "\(refused.all)")
    #expect(refused.all.contains(" mm") && refused.all.contains("203"), "\(refused.all)")
    #expect(try await hub.json("/api/v1/label-jobs")["items"].array.isEmpty)
  }

  private func outcome(of code: String, at hub: HubUnderTest) async throws -> String? {
    let scan = try await hub.deadwax("scan", code, "--json")
    return try JSONValue(Array((scan.output.first ?? "").utf8))["outcome"]["code"].text
  }
}

import Foundation
import TestSupport
import Testing

/// Tests of `deadwax label` with a real hub.
@Suite(.serialized, .timeLimit(.minutes(15)))
struct LabelCommandsTests {
  private let folder: TemporaryFolder
  private let hub: ChildProgram
  private let environment: [String: String]

  init() async throws {
    folder = try TemporaryFolder("deadwax-labels")
    let printed = folder.path("printed.pdf")
    let command = folder.path("print")
    try Data("#!/bin/sh\ncp \"$1\" '\(printed)' && echo taken\n".utf8).write(to: URL(fileURLWithPath: command))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: command)
    hub = try ChildProgram(
      "deadwaxd",
      [
        "--data", folder.path("data"), "--listen", "127.0.0.1:0", "--www", Repository.path("www"), "--docs",
        Repository.path("docs"), "--nfc", "none", "--camera", "none", "--scanner", "none", "--demo",
        Repository.path("demo"), "--label-layouts", Repository.path("hardware/labels"), "--print-command", command,
      ])
    environment = ["DEADWAX_HUB": "http://127.0.0.1:\(try await hub.port())"]
  }

  private func run(_ words: String...) async throws -> ProgramRun {
    try await ProgramRun(words, environment: environment)
  }

  @Test func `labels are created, downloaded, printed, scanned and checked`() async throws {
    let layouts = try await run("label", "layouts")
    #expect(layouts.output.contains { $0.hasPrefix("avery-l4731 ") })
    let out = folder.path("sheet.pdf")
    let made = try await run("label", "blanks", "2", "--layout", "avery-l4731", "--out", out)
    #expect(made.code == 0, "\(made.errors)")
    let id = try #require(made.output.first?.split(separator: " ").first.map(String.init))
    #expect(made.output.first?.contains("2 labels on 1 sheet of avery-l4731, qr at 300 dpi") == true)
    #expect(try Data(contentsOf: URL(fileURLWithPath: out)).starts(with: Array("%PDF-".utf8)))
    let planned = try await run("label", "print", id, "--dry-run")
    #expect(planned.code == 0 && planned.output == ["1 sheet would be printed."])
    #expect(!FileManager.default.fileExists(atPath: folder.path("printed.pdf")))
    let printed = try await run("label", "print", id)
    #expect(printed.code == 0 && printed.output == ["printed: taken"])
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path("printed.pdf"))).count > 1000)
    let before = try await run("label", "check", id)
    #expect(before.code == 1)
    #expect(before.output.filter { $0.hasPrefix("missing  DW:N:") }.count == 2)
    let codes = before.output.compactMap { $0.split(separator: " ").dropFirst().first.map(String.init) }
    for code in codes { _ = try await run("scan", code, "--symbology", "QR") }
    let after = try await run("label", "check", id, "--watch")
    #expect(after.code == 0)
    #expect(after.output.filter { $0.hasPrefix("read     DW:N:") }.count == 2)
    #expect(try await run("label", "jobs").output.count == 1)
  }

  @Test func `a shelf's records in one command, and pictures of the sheets`() async throws {
    let made = try await run(
      "label", "make", "--search", "e", "--layout", "brother-62mm", "--json", "--out", folder.path("label.png"))
    #expect(made.code == 0, "\(made.errors)")
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data((made.output.first ?? "").utf8)) as? [String: Any])
    let sheets = try #require(object["sheets"] as? Int)
    #expect(sheets > 1)
    let id = try #require(object["id"] as? String)
    #expect(try await run("label", "print", id, "--dry-run").output == ["\(sheets) sheets would be printed."])
    for sheet in 1...sheets {
      #expect(FileManager.default.fileExists(atPath: folder.path("label-\(sheet).png")), "sheet \(sheet)")
    }
  }

  @Test func `the texts of a copy's labels are chosen with --fields`() async throws {
    func heading(_ words: String...) async throws -> String? {
      let made = try await ProgramRun(
        ["label", "make", "--copies", "1", "--layout", "a4-3x8", "--json"] + words, environment: environment)
      #expect(made.code == 0, "\(made.errors)")
      let job = try JSONSerialization.jsonObject(with: Data((made.output.first ?? "").utf8)) as? [String: Any]
      let id = try #require(job?["id"] as? String)
      let check = try await run("label", "check", id, "--json")
      let object = try JSONSerialization.jsonObject(with: Data((check.output.first ?? "").utf8)) as? [String: Any]
      return (object?["labels"] as? [[String: Any]])?.first?["text"] as? String
    }
    #expect(try await heading("--fields", "number,place") == "No.\u{A0}1")
    let title = try #require(try await heading())
    #expect(try await heading("--fields", "title") == title && title != "No.\u{A0}1")
    let refused = try await run("label", "make", "--copies", "1", "--layout", "a4-3x8", "--fields", "title,size")
    #expect(refused.code != 0)
    #expect(refused.errors.contains { $0.contains("catalog-number") && $0.contains("place") }, "\(refused.errors)")
  }

  private static let refusals: [(line: String, code: Int32)] = [
    ("label", 64), ("label make", 64), ("label make --layout a4-3x8", 64),
    ("label make --copies 1 --places x --layout a4-3x8", 64), ("label blanks 0 --layout a4-3x8", 64),
    ("label blanks 3", 64), ("label blanks 3 --layout a4-3x8 --out sheet.doc", 64),
    ("label blanks 3 --layout none-such", 3), ("label print x", 3), ("label check x", 3),
    ("label commands --layout avery-l4731 --symbol code-128", 1),
  ]

  @Test(arguments: refusals)
  func `failures are reported with their exit code`(line: String, code: Int32) async throws {
    let run = try await ProgramRun(line.split(separator: " ").map(String.init), environment: environment)
    #expect(run.code == code, "\(run.errors)")
    #expect(run.errors.first?.hasPrefix("deadwax: ") == true)
  }

  private static let misconfigured: [(line: String, sentence: String)] = [
    ("--label-prefix 30", "--label-prefix must be"), ("--label-prefix 2", "--label-prefix must be"),
    ("--printer=-o", "--printer must be"), ("--printer a/b", "--printer must be"),
    ("--printer a --print-command /bin/true", "cannot both be given"),
  ]

  @Test(arguments: misconfigured)
  func `a hub that cannot print labels as configured does not start`(line: String, sentence: String) async throws {
    let words = line.split(separator: " ").map(String.init)
    let child = try ChildProgram(
      "deadwaxd",
      [
        "--data", folder.path("other"), "--listen", "127.0.0.1:0", "--www", Repository.path("www"), "--docs",
        Repository.path("docs"), "--nfc", "none", "--camera", "none", "--scanner", "none",
      ] + words)
    guard case .code(let code) = try await child.exit() else { throw TestFailure(child.transcript) }
    #expect(code != 0)
    #expect(child.lines(on: .error).contains { $0.contains(sentence) }, "\(child.transcript)")
  }
}

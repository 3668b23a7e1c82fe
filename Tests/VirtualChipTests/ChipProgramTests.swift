import Foundation
import TestSupport
import Testing

/// Tests of `deadwax-virtual chip`, controlled by lines, as from a Python test or a person.
@Suite(.timeLimit(.minutes(10)))
struct ChipProgramTests {
  /// The program, with one response for each command line.
  private final class Control {
    let program: ChildProgram
    private var answers = 0

    init(_ arguments: [String]) throws {
      program = try ChildProgram("deadwax-virtual", ["chip", "--control"] + arguments)
    }

    func ready() async throws -> [String: Any] {
      let line = try await program.line { $0.contains("device") }
      answers = 1
      return try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }

    /// Sends a command and waits for its response.
    func report(_ order: String) async throws -> [String: Any] {
      try program.write(order + "\n")
      let (program, wanted) = (program, answers)
      try await eventually("an answer to \(order)") { program.lines().count > wanted }
      answers += 1
      let line = try #require(program.lines().last)
      return try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }

    func isDone(_ order: String) async throws -> Bool { try await report(order)["ok"] as? Bool == true }
  }

  @Test func `cards come, go, are written to and remembered`() async throws {
    let folder = try TemporaryFolder()
    let link = folder.path("tty")
    let control = try Control(["--link", link, "--lay", "ntag213:04A1B2C3D4E5F6,phone"])
    let ready = try await control.ready()
    #expect(ready["device"] as? String == "pn532_uart:\(link)")
    #expect((ready["cards"] as? [String])?.first == "04A1B2C3D4E5F6")
    #expect(try await control.report(#"{"do":"place","kind":"classic1k"}"#)["uid"] as? String == "C0DE0003")
    let host = try RawHost(link)
    try host.begin()
    #expect(try host.request(0x4A, [0x01, 0x00]).suffix(7) == [0x04, 0xA1, 0xB2, 0xC3, 0xD4, 0xE5, 0xF6])
    #expect(try host.request(0x40, [0x01, 0xA2, 0x08, 0xCA, 0xFE, 0xCA, 0xFE]) == [0x00])
    #expect(try await control.isDone(#"{"do":"remove","uid":"04A1B2C3D4E5F6"}"#))
    #expect(try host.request(0x40, [0x01, 0x30, 0x08]) == [0x01])
    #expect(try await control.isDone(#"{"do":"place","uid":"04A1B2C3D4E5F6"}"#))
    let dump = try await control.report(#"{"do":"dump","uid":"04A1B2C3D4E5F6"}"#)
    #expect((dump["memory"] as? String)?.dropFirst(64).prefix(8) == "CAFECAFE")
    #expect(dump["writes"] as? [String: Int] == ["8": 1])
    #expect(try await control.isDone(#"{"do":"poke","uid":"04A1B2C3D4E5F6","offset":32,"bytes":"00"}"#))
    let stats = try await control.report(#"{"do":"stats"}"#)
    #expect((stats["commandsOnAir"] as? [String: Int])?["WRITE"] == 1)
    let trace = try await control.report(#"{"do":"trace"}"#)["trace"] as? [String]
    #expect(trace?.contains { $0.contains("D4 40 01 A2 08 CA FE CA FE") } == true)
    _ = try? control.program.write("{\"do\":\"quit\"}\n")
    #expect(try await control.program.exit() == .code(0))
    #expect(!FileManager.default.fileExists(atPath: link))
  }

  @Test func `trouble is made by lines, and ends`() async throws {
    let folder = try TemporaryFolder()
    let link = folder.path("tty")
    let control = try Control(["--link", link, "--lay", "ntag213:04A1B2C3D4E5F6"])
    _ = try await control.ready()
    let host = try RawHost(link)
    try host.begin()
    #expect(try await control.isDone(#"{"do":"tear","write":1,"moment":"partial"}"#))
    _ = try host.request(0x4A, [0x01, 0x00])
    #expect(try host.request(0x40, [0x01, 0xA2, 0x08, 1, 2, 3, 4]) == [0x01])
    #expect((try await control.report(#"{"do":"cards"}"#)["torn"] as? [Any])?.count == 1)
    #expect(try await control.report(#"{"do":"lay-again"}"#)["laid"] as? Bool == true)
    #expect(try await control.isDone(#"{"do":"wear","uid":"04A1B2C3D4E5F6","page":9,"wear":"keeps"}"#))
    #expect(try await control.isDone(#"{"do":"fault","fault":"error-frame","command":"getfirmwareversion"}"#))
    #expect(throws: RawHost.Failure.self) { try host.request(0x02) }
    #expect(try host.request(0x02).count == 4)
    #expect(try await control.isDone(#"{"do":"weak","every":1}"#))
    #expect(try host.request(0x4A, [0x01, 0x00]) == [0x00])
    #expect(try await control.isDone(#"{"do":"silent"}"#))
    #expect(try await control.isDone(#"{"do":"clear"}"#))
    #expect(try host.request(0x02).count == 4)
    #expect(try await control.isDone(#"{"do":"unplug"}"#))
    #expect(!FileManager.default.fileExists(atPath: link))
    #expect(try await control.isDone(#"{"do":"plug"}"#))
    let again = try RawHost(link)
    try again.begin()
    // The end of standard input ends the program.
    control.program.closeInput()
    #expect(try await control.program.exit() == .code(0))
  }

  @Test func `orders that cannot be are answered by a sentence`() async throws {
    let folder = try TemporaryFolder()
    let control = try Control(["--link", folder.path("tty"), "--lay", "ntag213:04A1B2C3D4E5F6"])
    _ = try await control.ready()
    for order in [
      "", "nonsense", "{}", #"{"do":"dance"}"#, #"{"do":"place","kind":"stone"}"#,
      #"{"do":"place","kind":"ntag213","uid":"01020304"}"#, #"{"do":"place","uid":"04FFFFFFFFFFFF"}"#,
      #"{"do":"place","kind":"ntag213","message":"0"}"#, #"{"do":"place","kind":"classic1k","message":"D00000"}"#,
      #"{"do":"remove","uid":"04FFFFFFFFFFFF"}"#, #"{"do":"dump"}"#, #"{"do":"tear","write":0,"moment":"before"}"#,
      #"{"do":"tear","write":1,"moment":"never"}"#, #"{"do":"wear","uid":"04A1B2C3D4E5F6","page":45,"wear":"keeps"}"#,
      #"{"do":"wear","uid":"04A1B2C3D4E5F6","page":4,"wear":"out"}"#, #"{"do":"weak","every":0}"#,
      #"{"do":"fault","fault":"none"}"#, #"{"do":"fault","fault":"silent","command":"InNothing"}"#,
      #"{"do":"fault","fault":"silent","times":0}"#, #"{"do":"poke","uid":"04A1B2C3D4E5F6","offset":180,"bytes":"00"}"#,
    ] {
      let answer = try await control.report(order)
      #expect(
        answer["ok"] as? Bool == false && (answer["error"] as? String)?.hasSuffix(".") == true, "\(order): \(answer)")
    }
  }

  @Test(arguments: [
    [], ["--link"], ["--link", "/tmp/x", "--timing", "soon"], ["--link", "/nowhere/x"],
    ["--link", "/tmp/x", "--lay", "stone"],
  ])
  func `an invalid command line is reported in a sentence`(arguments: [String]) async throws {
    let program = try ChildProgram("deadwax-virtual", ["chip"] + arguments)
    #expect(try await program.exit() != .code(0))
    #expect(program.lines(on: .error).first?.hasPrefix("deadwax-virtual: ") == true)
  }

  @Test func `its help lists orders, kinds and faults`() async throws {
    let program = try ChildProgram("deadwax-virtual", ["chip", "--help"])
    #expect(try await program.exit() == .code(0))
    let text = program.lines().joined(separator: "\n")
    for word in ["--link", "lay-again", "classic1k", "status-bit-7"] { #expect(text.contains(word)) }
  }
}

import Deadwax
import Foundation
import LabelJobs
import TestSupport
import Testing

@Suite(.serialized, .ownThread, .timeLimit(.minutes(15))) struct LabelPrintingTests {
  @Test func `a command gets the sheets, and its output is stored`() async throws {
    let folder = try TemporaryFolder("deadwax-print")
    let command = try LabelLibrary.script(
      "cp \"$1\" \(folder.path("printed.pdf")); echo request id is 7; echo warm >&2", in: folder)
    let press = try LabelLibrary(printing: .command(command))
    defer { press.end() }
    let job = try press.make(LabelOrder(subjects: .copies(["1"]), layout: "brother-62mm"))
    #expect(try press.service.print(job.id).printState != nil)
    try await eventually { (try? press.service.job(job.id).printState) == .printed }
    let printed = try press.service.job(job.id)
    #expect(printed.printedAt != nil && printed.printCode == 0)
    #expect(printed.printOutput?.contains("request id is 7") == true)
    let copy = try Data(contentsOf: URL(fileURLWithPath: folder.path("printed.pdf")))
    #expect(try [UInt8](copy) == press.service.pdf(job.id))
  }

  @Test func `a failed printer is reported with its output and exit code`() async throws {
    let folder = try TemporaryFolder("deadwax-print")
    let press = try LabelLibrary(
      printing: .command(try LabelLibrary.script("echo out of paper >&2; exit 3", in: folder)))
    defer { press.end() }
    let job = try press.make(LabelOrder(subjects: .copies(["1"]), layout: "brother-62mm"))
    _ = try press.service.print(job.id)
    try await eventually { (try? press.service.job(job.id).printState) == .failed }
    let failed = try press.service.job(job.id)
    #expect(failed.printCode == 3 && failed.printedAt == nil)
    #expect(failed.printOutput?.contains("out of paper") == true)
    // The labels themselves are still valid.
    #expect(failed.state == .ready)
  }

  @Test func `a printer that hangs, or floods, is ended`() throws {
    let folder = try TemporaryFolder("deadwax-print")
    let hanging = LabelPrinting.command(try LabelLibrary.script("sleep 600 & sleep 600", in: folder, named: "hang"))
    let result = hanging.print("/dev/null", within: .milliseconds(300))
    #expect(!result.isPrinted && result.code == nil && result.output.contains("did not end in time"))
    let flooding = LabelPrinting.command(try LabelLibrary.script("yes a flood", in: folder, named: "flood"))
    let flood = flooding.print("/dev/null", within: .milliseconds(500))
    #expect(!flood.isPrinted && flood.output.utf8.count < 6000)
  }

  @Test func `a missing command is reported`() {
    let result = LabelPrinting.command("/nowhere/print").print("/dev/null")
    #expect(!result.isPrinted && result.output.contains("/nowhere/print"))
  }

  @Test func `without a printer nothing is printed`() throws {
    let press = try LabelLibrary()
    defer { press.end() }
    let job = try press.make(LabelOrder(subjects: .copies(["1"]), layout: "brother-62mm"))
    let fault = #expect(throws: LabelFault.self) { try press.service.print(job.id) }
    #expect(fault?.kind == .noPrinter)
  }

  /// Tests the essential behaviour of the CUPS program: found in PATH, called with the right arguments.
  @Test func `a queue of CUPS gets the sheets as large as they are drawn`() throws {
    let folder = try TemporaryFolder("deadwax-lp")
    _ = try LabelLibrary.script("for word in \"$@\"; do echo \"$word\"; done", in: folder, named: "lp")
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    setenv("PATH", "\(folder.path):\(path)", 1)
    defer { setenv("PATH", path, 1) }
    let result = LabelPrinting.queue("label-printer").print("/tmp/some sheets.pdf")
    #expect(result.isPrinted)
    #expect(
      result.output.split(separator: "\n").map(String.init)
        == ["-d", "label-printer", "-t", "Deadwax labels", "-o", "print-scaling=none", "--", "/tmp/some sheets.pdf"])
  }
}

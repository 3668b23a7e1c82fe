import Configuration
import Foundation
import TestSupport
import Testing

@testable import Hub

/// Tests of the facts that the hub determines about its machine, and of the settings for outgoing messages.
@Suite(.timeLimit(.minutes(5)))
struct MachineTests {
  private let berlin = "CET-1CEST,M3.5.0,M10.5.0/3"

  private func zoneFile(_ folder: TemporaryFolder, _ footer: String) throws -> String {
    try folder.write("TZif2 what was, in bytes\n\(footer)\n", to: "zone")
  }

  @Test func `the time zone is the last line of the machine's own file`() throws {
    let folder = try TemporaryFolder()
    #expect(MachineZone.posix(environment: [:], localTime: try zoneFile(folder, berlin)) == berlin)
    // A zone without a rule for the future, no zone at all, and no file.
    #expect(MachineZone.posix(environment: [:], localTime: try zoneFile(folder, "")) == "UTC0")
    #expect(MachineZone.posix(environment: [:], localTime: try folder.write("text\n", to: "zone")) == "UTC0")
    #expect(MachineZone.posix(environment: [:], localTime: folder.path("none")) == "UTC0")
  }

  @Test func `what TZ says goes before it`() throws {
    let folder = try TemporaryFolder()
    let path = try zoneFile(folder, berlin)
    #expect(
      MachineZone.posix(environment: ["TZ": "EST5EDT,M3.2.0,M11.1.0"], localTime: path) == "EST5EDT,M3.2.0,M11.1.0")
    #expect(MachineZone.posix(environment: ["TZ": ":\(path)"], localTime: "/none") == berlin)
    #expect(MachineZone.posix(environment: ["TZ": "../../etc/passwd"], localTime: path) == berlin)
  }

  @Test func `an operator may vouch for the clock`() {
    #expect(MachineClock(isTrusted: true).isRight)
    // The value is unknown, but two calls in a row agree.
    let clock = MachineClock(isTrusted: false)
    #expect(clock.isRight == clock.isRight)
  }

  private func configuration(_ words: String...) throws -> HubConfiguration {
    try HubKeys.hubConfiguration(
      Configuration(
        HubKeys.table, arguments: Arguments(words, table: HubKeys.table), environment: [:], standardFile: nil))
  }

  @Test func `nothing is sent out until it is configured`() throws {
    let use = try configuration().noticeUse
    #expect(use == HubConfiguration.NoticeUse())
    #expect(use.mailCommand == nil && use.receiptCommand == nil && use.speaker == .none && !use.trustsClock)
  }

  @Test func `programs are named by their paths`() throws {
    let use = try configuration(
      "--mail-command", "/usr/sbin/sendmail", "--receipt-command", "/opt/print", "--receipt-letters", "ascii",
      "--speaker", "/opt/play", "--desk-label", "brother-62mm", "--trust-clock"
    ).noticeUse
    #expect(use.mailCommand == "/usr/sbin/sendmail" && use.receiptCommand == "/opt/print" && use.printsASCII)
    #expect(use.speaker == .program("/opt/play") && use.deskLabel == "brother-62mm" && use.trustsClock)
    #expect(try configuration("--speaker", "auto").noticeUse.speaker == .auto)
  }

  @Test func `a sender that is no address is refused with a sentence`() throws {
    let error = #expect(throws: HubError.self) { try configuration("--mail-from", "nobody").mailSender() }
    #expect(error?.description.contains("--mail-from") == true)
    #expect(try configuration("--mail-from", "library@example.org").mailSender() == "library@example.org")
  }
}

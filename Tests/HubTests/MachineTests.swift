import CommandLineArguments
import Configuration
import TestSupport
import Testing

@testable import Hub

/// Tests of the facts that the hub determines about its machine, and of the settings for outgoing messages.
@Suite(.timeLimit(.minutes(5)))
struct MachineTests {
  @Test func `an operator may vouch for the clock`() {
    #expect(ClockSynchronisation(isTrusted: true).isRight)
    // The value is unknown, but two calls in a row agree.
    let clock = ClockSynchronisation(isTrusted: false)
    #expect(clock.isRight == clock.isRight)
  }

  private func configuration(_ words: String...) throws -> HubConfiguration {
    try HubKeys.hubConfiguration(
      Configuration(
        HubKeys.table, arguments: .parsing(words, options: HubKeys.table.options), environment: [:], standardFile: nil))
  }

  @Test func `nothing is sent out until it is configured`() throws {
    let use = try configuration().noticeUse
    #expect(use == HubConfiguration.NoticeUse())
    #expect(use.mailCommand == nil && use.receiptCommand == nil && use.speaker == .none && !use.trustsClock)
  }

  @Test func `programs are named by their paths`() throws {
    let use = try configuration(
      "--mail-command", "/usr/sbin/sendmail", "--receipt-command", "/opt/print", "--receipt-letters", "ascii",
      "--speaker", "/opt/play", "--station-label", "brother-62mm", "--trust-clock"
    ).noticeUse
    #expect(use.mailCommand == "/usr/sbin/sendmail" && use.receiptCommand == "/opt/print" && use.printsASCII)
    #expect(use.speaker == .program("/opt/play") && use.stationLabel == "brother-62mm" && use.trustsClock)
    #expect(try configuration("--speaker", "auto").noticeUse.speaker == .auto)
  }

  @Test func `an invalid sender address is refused with a sentence`() throws {
    let error = #expect(throws: HubError.self) { try configuration("--mail-from", "nobody").mailSender() }
    #expect(error?.description.contains("--mail-from") == true)
    #expect(try configuration("--mail-from", "library@example.org").mailSender() == "library@example.org")
  }
}

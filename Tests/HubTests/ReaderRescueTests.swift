import Deadwax
import Foundation
import Log
import ReaderProtocol
import Readers
import TestSupport
import Testing

@testable import Hub

/// Tests of the operator's command for readers that do not recover.
@Suite(.timeLimit(.minutes(5)))
struct ReaderRescueTests {
  private static let start = Timestamp(milliseconds: 1_800_000_000_000)

  private func reader(_ kind: ReaderState.Kind, named name: String = "nfc", since: Timestamp = start) -> ReaderStatus {
    ReaderStatus(
      name: name, kind: .nfc, device: "pn532_uart:/dev/x", station: "desk", state: ReaderState(kind), since: since)
  }

  @Test func `only a reader that is there and has failed for half a minute is helped`() {
    let late = Self.start + .seconds(30)
    for kind in ReaderState.Kind.allCases {
      let rescue = ReaderRescue("/bin/true", logger: .standardError(part: "test"))
      #expect((rescue.choose(among: [reader(kind)], late) != nil) == (kind == .stalled), "\(kind)")
    }
    let rescue = ReaderRescue("/bin/true", logger: .standardError(part: "test"))
    #expect(rescue.choose(among: [reader(.stalled)], Self.start + .seconds(29)) == nil)
    let patient = rescue.choose(among: [reader(.ready, named: "camera"), reader(.stalled)], late)
    #expect(patient == ReaderRescue.StuckReader(name: "nfc", device: "pn532_uart:/dev/x"))
  }

  @Test func `the command is run with name and device, one reader after the other, and each has time before the next`()
    async throws
  {
    let folder = try TemporaryFolder()
    let script = folder.path + "/rescue"
    try folder.write("#!/bin/sh\necho \"$1 $2\" >> \"$(dirname \"$0\")/told\"\n", to: "rescue")
    try await ChildProgram(path: "/bin/chmod", ["755", script]).exit()
    let rescue = ReaderRescue(script, logger: .standardError(part: "test"))
    let readers = [reader(.stalled), reader(.stalled, named: "nfc-2")]
    func reported() -> [String] {
      let text = (try? String(contentsOfFile: folder.path + "/told", encoding: .utf8)) ?? ""
      return text.split(separator: "\n").map(String.init)
    }
    let late = Self.start + .seconds(31)
    try await eventually(within: .seconds(60), "both were helped") {
      rescue.look(at: readers, late)
      return reported().count == 2
    }
    #expect(reported() == ["nfc pn532_uart:/dev/x", "nfc-2 pn532_uart:/dev/x"])
    // After the pause it is the first reader's turn again.
    try await eventually(within: .seconds(60), "the pause is over") {
      rescue.look(at: readers, late + .seconds(300))
      return reported().count >= 3
    }
    #expect(reported().prefix(3).last == "nfc pn532_uart:/dev/x")
  }

  @Test func `a reader is not rescued again within five minutes, and only one at a time`() {
    let late = Self.start + .seconds(31)
    let rescue = ReaderRescue("/bin/true", logger: .standardError(part: "test"))
    #expect(rescue.choose(among: [reader(.stalled)], late) != nil)
    // One is selected, and its rescue has not finished yet.
    #expect(rescue.choose(among: [reader(.stalled, named: "nfc-2")], late) == nil)
    rescue.isDone()
    #expect(rescue.choose(among: [reader(.stalled)], late + .seconds(299)) == nil)
    #expect(rescue.choose(among: [reader(.stalled)], late + .seconds(300)) != nil)
  }

  @Test func `a missing command does not prevent help for others`() async throws {
    let late = Self.start + .seconds(31)
    let rescue = ReaderRescue("/nowhere/rescue", logger: .standardError(part: "test"))
    rescue.look(at: [reader(.stalled)], late)
    try await eventually(within: .seconds(60), "the next has its turn") {
      rescue.choose(among: [reader(.stalled, named: "nfc-2")], late)?.name == "nfc-2"
    }
  }
}

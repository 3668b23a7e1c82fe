import Deadwax
import ReaderProtocol
import Readers
import StationLogic
import Testing

@testable import Hub

/// Tests of the report to a station that none of its readers can read.
@Suite(.timeLimit(.minutes(5)))
struct ReaderWatchTests {
  private let start = ContinuousClock.now

  private func plan(_ name: String, device: String = "auto") -> ReaderConfiguration {
    ReaderConfiguration(
      name: name, station: "desk", kind: .nfc, executable: "/bin/true", arguments: ["nfc", "--device", device],
      isOptional: device == "auto")
  }

  private func reader(_ kind: ReaderState.Kind, _ name: String = "nfc") -> ReaderStatus {
    ReaderStatus(
      name: name, kind: .nfc, station: "desk", state: ReaderState(kind), since: Timestamp(milliseconds: 1))
  }

  @Test(arguments: [ReaderState.Kind.absent, .stalled, .failed])
  func `the loss of the last reader is reported once after a grace time, and its return once`(kind: ReaderState.Kind) {
    let watch = ReaderWatch([plan("nfc"), plan("camera")], isReported: false)
    #expect(watch.look(at: [reader(.ready), reader(.ready, "camera")], start) == nil)
    // One working reader is enough.
    #expect(watch.look(at: [reader(kind), reader(.ready, "camera")], start + .seconds(60)) == nil)
    let gone = [reader(kind), reader(.absent, "camera")]
    let end = start + .seconds(100)
    #expect(watch.look(at: gone, end) == nil)
    #expect(watch.look(at: gone, end + .milliseconds(4900)) == nil)
    #expect(watch.look(at: gone, end + .seconds(5)) == .fault(StationState.Fault.readers))
    #expect(watch.look(at: gone, end + .seconds(6)) == nil)
    #expect(watch.look(at: [reader(.ready), reader(.absent, "camera")], end + .seconds(7)) == .fault(nil))
    #expect(watch.look(at: [reader(.ready), reader(.absent, "camera")], end + .seconds(99)) == nil)
  }

  @Test func `a reader that restarts, or opens slowly, is not a fault`() {
    let watch = ReaderWatch([plan("nfc", device: "pn532_uart:/dev/x")], isReported: false)
    #expect(watch.look(at: [reader(.opening)], start) == nil)
    #expect(watch.look(at: [reader(.opening)], start + .seconds(14)) == nil)
    #expect(watch.look(at: [reader(.ready)], start + .seconds(14)) == nil)
    for crash in 1...3 {
      let at = start + .seconds(20 * crash)
      #expect(watch.look(at: [reader(.failed)], at) == nil)
      #expect(watch.look(at: [reader(.opening)], at + .seconds(3)) == nil)
      #expect(watch.look(at: [reader(.ready)], at + .seconds(4)) == nil)
    }
    // However, a reader that only ever opens does not read.
    #expect(watch.look(at: [reader(.opening)], start + .seconds(100)) == nil)
    #expect(watch.look(at: [reader(.opening)], start + .seconds(115)) == .fault(StationState.Fault.readers))
  }

  @Test func `an automatic reader that was never found is not reported, a configured one is`() {
    let all = [reader(.absent), reader(.absent, "camera")]
    let looking = ReaderWatch([plan("nfc"), plan("camera")], isReported: false)
    let named = ReaderWatch([plan("nfc", device: "pn532_uart:/dev/x"), plan("camera")], isReported: false)
    for watch in [looking, named] { #expect(watch.look(at: all, start) == nil) }
    #expect(looking.look(at: all, start + .seconds(60)) == nil)
    #expect(named.look(at: all, start + .seconds(60)) == .fault(StationState.Fault.readers))
    #expect(ReaderWatch([], isReported: false).look(at: [], start) == nil)
  }

  @Test func `a restarted hub knows the reported state of its station`() {
    let still = ReaderWatch([plan("nfc")], isReported: true)
    #expect(still.look(at: [reader(.absent)], start) == nil)
    #expect(still.look(at: [reader(.absent)], start + .seconds(60)) == nil)
    #expect(still.look(at: [reader(.ready)], start + .seconds(61)) == .fault(nil))
    // Without readers nothing can be missing.
    #expect(ReaderWatch([], isReported: true).look(at: [], start) == .fault(nil))
  }

  @Test func `a state that could not be stored is reported again`() {
    let watch = ReaderWatch([plan("nfc")], isReported: true)
    #expect(watch.look(at: [reader(.ready)], start) == .fault(nil))
    watch.wasNotReported()
    #expect(watch.look(at: [reader(.ready)], start + .seconds(1)) == .fault(nil))
    #expect(watch.look(at: [reader(.ready)], start + .seconds(2)) == nil)
  }
}

import Deadwax
import Housekeeping
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ClockRulesTests {
  private let built = ClockWatchTests.built
  private let start = ClockWatchTests.start
  private let day = ClockWatchTests.day

  private func doubt(_ now: Timestamp, proven: Timestamp? = ClockWatchTests.start, isSet: Bool = true) -> ClockDoubt? {
    ClockRules.doubt(ClockRules.Evidence(now: now, builtAt: built, proven: proven, isSet: isSet))
  }

  @Test func `a clock that continues from its last time is trusted`() {
    for days in [-1, 0, 1, 14] { #expect(doubt(start + day * days) == nil, "\(days)") }
    #expect(doubt(start, proven: nil) == nil)
    #expect(doubt(start + day * 15) == .ahead(of: start))
    #expect(doubt(start + day * 400) == .ahead(of: start))
    #expect(doubt(start + day * -2) == .behind(start))
    #expect(doubt(built + day * -2) == .beforeBuild)
    #expect(doubt(built + day * -2, proven: nil) == .beforeBuild)
    #expect(doubt(Timestamp(milliseconds: 0), isSet: false) == .beforeBuild)
    #expect(doubt(start, isSet: false) == .notSet)
  }

  @Test func `an operator's day is accepted if the clock shows it or a day next to it`() throws {
    let noon = try #require(Timestamp("2026-11-22T12:00:00Z"))
    for day in ["2026-11-21", "2026-11-22", "2026-11-23"] { #expect(ClockRules.accepts(day, at: noon), "\(day)") }
    for day in ["2026-11-20", "2026-11-24", "2025-11-22", "", "today"] {
      #expect(!ClockRules.accepts(day, at: noon), "\(day)")
    }
  }
}

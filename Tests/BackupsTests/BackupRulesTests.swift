import Backups
import Deadwax
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct BackupRulesTests {
  @Test func `a name is exactly a time in UTC, and no path is one`() {
    let name = BackupName(Timestamp(milliseconds: 1_763_600_000_250))
    #expect(name.description == "2025-11-20T00-53-20.250Z")
    #expect(BackupName(name.description) == name)
    for text in [
      "", ".", "..", "files", ".new-backup", "2025-11-20T00-53-20.250Z/..", "../2025-11-20T00-53-20.250Z",
      "2025-11-20T00:53:20.250Z", "2025-11-20T00-53-20.250+00-00", "2025-11-20", "T", "2025-11-20T00-53-20.25Z",
      "2025-11-20t00-53-20.250z", "2025-11-20T00-53-20.250Z\0", "２０25-11-20T00-53-20.250Z",
    ] { #expect(BackupName(text) == nil, "\(text)") }
  }

  @Test func `old backups are removed by number, age and size, but never the newest nor the way back`() {
    let now = Timestamp(milliseconds: 1_763_600_000_000)
    let all = (0..<10).map { Self.backup(daysBefore: $0, now, reason: $0 == 8 ? .restore : .change) }
    func surplus(_ count: Int, _ days: Int?, _ mebibytes: Int?, now: Timestamp? = now) -> [Int] {
      BackupRetention(count: count, days: days, mebibytes: mebibytes).surplus(of: all, needed: [], now: now).compactMap
      {
        name in all.firstIndex { $0.name == name }
      }.sorted()
    }
    #expect(surplus(100, nil, nil).isEmpty)
    #expect(surplus(3, nil, nil) == [3, 4, 5, 6, 7, 9])
    #expect(surplus(1, nil, nil) == [1, 2, 3, 4, 5, 6, 7, 9])
    #expect(surplus(100, 5, nil) == [6, 7, 9])
    #expect(surplus(100, 5, nil, now: nil).isEmpty, "a clock that is not trusted removes nothing")
    #expect(surplus(100, nil, 4) == [4, 5, 6, 7, 9])
    #expect(surplus(100, nil, 0) == [1, 2, 3, 4, 5, 6, 7, 9])
  }

  @Test func `a backup that is needed stays even if its time is the oldest`() {
    let now = Timestamp(milliseconds: 1_763_600_000_000)
    let all = (0..<4).map { Self.backup(daysBefore: $0 * 100, now, reason: .change) }
    let rule = BackupRetention(count: 1, days: 1, mebibytes: 1)
    #expect(rule.surplus(of: all, needed: [all[3].name], now: now) == [all[1].name, all[2].name])
  }

  @Test func `a change is backed up when it is quiet, at latest after the longest time, and once`() {
    let start = ContinuousClock.now
    var schedule = BackupSchedule(stored: nil, startedAt: start)
    func reason(_ sequence: Int64, _ seconds: Int, longest: Duration? = .seconds(6 * 3600)) -> BackupReason? {
      schedule.reason(sequence: sequence, at: start + .seconds(seconds), longest: longest)
    }
    #expect(reason(0, 0) == nil && reason(0, 100) == nil, "an empty library needs none")
    schedule = BackupSchedule(stored: nil, startedAt: start)
    #expect(reason(5, 10) == nil, "the hub has just started")
    #expect(reason(5, 60) == .start)
    schedule.noteMade(sequence: 5, at: start + .seconds(60))
    #expect(reason(5, 9000) == nil)
    #expect(reason(6, 9010) == nil, "a change has just come")
    #expect(reason(6, 9311) == .change)
    schedule.noteMade(sequence: 6, at: start + .seconds(9311))
    #expect(reason(7, 9400) == nil && reason(7, 9800) == nil, "the last backup is less than an hour old")
    #expect(reason(7, 9311 + 3600) == .change)
    schedule.noteMade(sequence: 7, at: start + .seconds(13_000))
    var last: BackupReason?
    for second in stride(from: 13_100, through: 13_100 + 6 * 3600, by: 100) {
      #expect(last == nil, "at \(second)")
      last = reason(Int64(second), second)
    }
    #expect(last == .change, "a library that is never quiet")
    #expect(reason(99_999, 50_000, longest: nil) == nil, "switched off")
    schedule.noteFailed(at: start + .seconds(50_000))
    #expect(reason(99_999, 50_300) == nil, "not again at once after a failure")
    #expect(reason(99_999, 50_601) == .change)
  }

  private static func backup(daysBefore days: Int, _ now: Timestamp, reason: BackupReason) -> Backup {
    Backup(
      name: BackupName(Timestamp(milliseconds: now.milliseconds - Int64(days) * 86_400_000)),
      manifest: BackupManifest(
        format: 1, program: "", reason: reason, orderedBy: nil, schema: "", sequence: 1, rows: [:], bytes: 1 << 20,
        sha256: "", files: [], fileBytes: 0, lostFiles: []))
  }
}

import Deadwax
import Lending
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15)))
struct POSIXTimeZoneTests {
  /// All types of rules that occur at the end of real time zone files, and further ones.
  static let zones = [
    "UTC0", "CET-1", "EST5", "<+03>-3", "<-00>0", "<+0545>-5:45", "<-0930>9:30", "<+14>-14", "<-12>12", "IST-5:30",
    "CET-1CEST,M3.5.0,M10.5.0/3", "GMT0BST,M3.5.0/1,M10.5.0", "EET-2EEST,M3.5.0/3,M10.5.0/4",
    "IST-1GMT0,M10.5.0,M3.5.0/1", "<+00>0<+02>-2,M3.5.0/1,M10.5.0/3", "WET0WEST,M3.5.0/1,M10.5.0",
    "EST5EDT,M3.2.0,M11.1.0", "PST8PDT,M3.2.0,M11.1.0", "CST5CDT,M3.2.0/0,M11.1.0/1", "NST3:30NDT,M3.2.0,M11.1.0",
    "<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "<-01>1<+00>,M3.5.0/0,M10.5.0/1", "<-04>4<-03>,M9.1.6/24,M4.1.6/24",
    "<-06>6<-05>,M9.1.6/22,M4.1.6/22", "AEST-10AEDT,M10.1.0,M4.1.0/3", "NZST-12NZDT,M9.5.0,M4.1.0/3",
    "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "<+1245>-12:45<+1345>,M9.5.0/2:45,M4.1.0/3:45",
    "IST-2IDT,M3.4.4/26,M10.5.0", "EET-2EEST,M3.4.4/50,M10.4.4/50", "EET-2EEST,M3.5.0/0,M10.5.0/0",
    "EET-2EEST,M4.5.5/0,M10.5.4/24", "AAA-3:20:10BBB-4:30:20,J60/1:02:03,J300", "AAA3BBB,59,300/25",
    "AAA-1BBB,J59/23:59:59,J60", "AAA12BBB11:59:59,M1.1.1,M12.5.6/-5",
  ]

  @Test(arguments: zones)
  func `the clocks show what glibc shows`(text: String) async throws {
    let zone = try POSIXTimeZone(text)
    var random = SeededRandom(seed: 73)
    var times = (0..<400).map { _ in Int64.random(in: 0...7_258_118_400, using: &random) }
    for year in Array(2020...2033) + [1970, 1972, 1999, 2000, 2099, 2100, 2104, 2199] {
      times += changes(of: zone, in: year).flatMap { [$0 - 3600, $0 - 1, $0, $0 + 1, $0 + 3600] }
    }
    let folder = try TemporaryFolder()
    let list = try folder.write(times.map { "@\($0)\n" }.joined(), to: "times")
    // GNU date prints the result of the C library's localtime_r.
    let date = try ChildProgram(
      path: "/usr/bin/date", ["--file", list, "+%Y-%m-%d %H:%M:%S %Z"], environment: ["TZ": text, "LC_ALL": "C"])
    #expect(try await date.exit() == .code(0))
    let expected = date.lines()
    try #require(expected.count == times.count)
    for (time, expected) in zip(times, expected) {
      let moment = Timestamp(milliseconds: time * 1000 + 999)
      let (day, second) = zone.local(at: moment)
      let clock = [second / 3600, second / 60 % 60, second % 60].map { ($0 < 10 ? "0" : "") + String($0) }
      #expect("\(day) \(clock.joined(separator: ":")) \(zone.abbreviation(at: moment))" == expected, "at \(time)")
      #expect(zone.day(at: moment) == day)
    }
  }

  @Test(arguments: zones)
  func `a day ends before the first moment of the next, and nothing of it comes after that`(text: String) throws {
    let zone = try POSIXTimeZone(text)
    for number in 20_500..<20_500 + 400 {
      let day = CivilDate(daysSince1970: number)
      let end = zone.endOfDay(day)
      #expect(zone.day(at: end).daysSince1970 <= number)
      for later in [1, 60_000, 1_800_000, 3_600_000, 7_200_000, 10_800_000] as [Int64] {
        #expect(zone.day(at: end + .milliseconds(later)).daysSince1970 > number, "\(day) in \(text)")
      }
      #expect(zone.endOfDay(zone.day(at: end)) == end)
    }
  }

  @Test func `a day whose midnight is left out ends when the clocks are put forward`() throws {
    let zone = try POSIXTimeZone("<-04>4<-03>,M9.1.6/24,M4.1.6/24")
    // Chile, 6 September 2026: 24:00 is 01:00.
    #expect(zone.endOfDay(Sample.day("2026-09-05")).description == "2026-09-06T03:59:59.999Z")
    // 4 April 2026: 24:00 is 23:00 again.
    #expect(zone.endOfDay(Sample.day("2026-04-04")).description == "2026-04-05T03:59:59.999Z")
  }

  @Test func `summer time may last all year, as RFC 8536 writes it`() throws {
    let zone = try POSIXTimeZone("EST5EDT,0/0,J365/25")
    for text in ["2026-01-01T05:00:00Z", "2026-01-01T04:59:59Z", "2026-12-31T23:59:59Z", "2026-07-01T00:00:00Z"] {
      #expect(zone.abbreviation(at: Sample.moment(text)) == "EDT")
      #expect(zone.offset(at: Sample.moment(text)) == -4 * 3600)
    }
  }

  @Test(arguments: [
    ("", "at least three letters"), ("CE-1", "at least three letters"), ("CET", "hours of an offset"),
    ("CET25", "hours of an offset"), ("CET-1:60", "minutes and seconds"), ("<+03-3", "ends with >"),
    ("CET-1CEST", "beginning and end"), ("CET-1CEST,M3.5.0", "comma"), ("CET-1CEST,M3.5.0,M13.5.0", "month"),
    ("CET-1CEST,M3.0.0,M10.5.0", "week"), ("CET-1CEST,M3.5.7,M10.5.0", "weekday"), ("CET-1CEST,J0,J300", "1 to 365"),
    ("CET-1CEST,366,J300", "M10.5.0, J300 or 299"), ("CET-1CEST,M3.5.0/168,M10.5.0", "0 to 167"),
    ("CET-1CEST,M3.5.0,M10.5.0x", "continues"), ("CET-1 ", "at least three letters"), ("CET--1", "hours of an offset"),
    ("Europe/Berlin", "hours of an offset"), ("UTC+99999999999999999999", "hours of an offset"),
  ])
  func `an invalid time zone is refused with the reason`(text: String, sentence: String) {
    let error = #expect(throws: PolicyError.self) { try POSIXTimeZone(text) }
    #expect(error?.sentence.contains(sentence) == true, "\(error?.sentence ?? "")")
  }

  @Test func `the rule of a machine is at the end of its file`() throws {
    let head = Array("TZif2".utf8) + [UInt8](repeating: 0, count: 39)
    let file = { (end: String) in head + head + Array(end.utf8) }
    #expect(
      POSIXTimeZone.ofFile(file("\nCET-1CEST,M3.5.0,M10.5.0/3\n"))
        == (try POSIXTimeZone("CET-1CEST,M3.5.0,M10.5.0/3")))
    for end in ["\n\n", "\nCET-1", "\nEurope/Berlin\n", ""] { #expect(POSIXTimeZone.ofFile(file(end)) == nil) }
    let first = Array("TZif".utf8) + [UInt8](repeating: 0, count: 40)
    #expect(POSIXTimeZone.ofFile(first + Array("\nUTC0\n".utf8)) == nil)
    #expect(POSIXTimeZone.ofFile(Array("\nUTC0\n".utf8)) == nil)
    #expect(POSIXTimeZone.ofFile([]) == nil)
  }

  @Test func `no text makes it trap`() {
    var random = SeededRandom(seed: 74)
    for _ in 0..<5000 {
      let text = String(
        (0..<Int.random(in: 0...20, using: &random)).map { _ in Self.piece(&random) }.joined().prefix(40))
      guard let zone = try? POSIXTimeZone(text) else { continue }
      for time in [Int64.min / 2000, -1, 0, 4_102_444_800_000, 300_000_000_000_000] {
        _ = zone.endOfDay(zone.day(at: Timestamp(milliseconds: time)))
      }
    }
  }

  private static func piece(_ random: inout SeededRandom) -> String {
    ["CET", "AAA", "<", ">", "+", "-", ":", ",", "M3.5.0", "J", "/", "1", "25", "365", "M"]
      .randomElement(using: &random) ?? ""
  }

  /// Returns the seconds at which the clocks change in a year, found by checking every noon.
  private func changes(of zone: POSIXTimeZone, in year: Int) -> [Int64] {
    guard let start = CivilDate(year: year, month: 1, day: 1) else { return [] }
    let noons = (0...366).map { Int64(start.daysSince1970 + $0) * 86_400 + 43_200 }
    let offset = { (second: Int64) in zone.offset(at: Timestamp(milliseconds: second * 1000)) }
    return zip(noons, noons.dropFirst()).compactMap { from, to in
      guard offset(from) != offset(to) else { return nil }
      var (before, after) = (from, to)
      while after - before > 1 {
        let middle = (before + after) / 2
        if offset(middle) == offset(from) { before = middle } else { after = middle }
      }
      return after
    }
  }
}

import Deadwax
import Execution
import Foundation
import Lending
import Lists
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct PlayReportTests {
  private static let zone = POSIXTimeZone.utc
  private let shelf: ListShelf
  /// The start of the first play, on a day in the past.
  private let start: Timestamp

  init() throws {
    shelf = try ListShelf { $0.plays.warnsOfComplement = true }
    start = try #require(Timestamp("2019-10-05T20:15:00Z"))
    try shelf.fill(
      0,
      [
        Track(
          position: "A1", title: "=HYPERLINK(\"x\")", seconds: 100,
          credits: [
            ArtistCredit(name: "Guest", join: "&"), ArtistCredit(name: "Host"),
            ArtistCredit(name: "W", role: "Written-By"),
          ]),
        Track(position: "A2", title: "Two"), Track(position: "B1", title: "Three", seconds: 3_700),
      ]
    ) { detail in
      detail.identifiers = [
        ReleaseIdentifier(type: "ISRC", value: "US-RC1-76-07839", note: "Track A1"),
        ReleaseIdentifier(type: "ISRC", value: "no code", note: "B1"),
        ReleaseIdentifier(type: "Label Code", value: "LC 0193"),
      ]
    }
  }

  private func add(_ number: Int, _ position: String?, at seconds: Int) throws {
    _ = try shelf.plays.add(
      shelf.copies[number], position: position, startedAt: start + .seconds(seconds), endedAt: nil, id: nil, by: "test")
  }

  private func report(_ name: String, _ plays: Plays? = nil) throws -> PlayReport {
    try (plays ?? shelf.plays).report(
      name, since: start, until: start + .seconds(86_400), station: nil, in: Self.zone)
  }

  private func rows(_ name: String) throws -> [String] {
    let bytes = try shelf.plays.csv(
      name, since: start, until: start + .seconds(86_400), station: nil, in: Self.zone)
    return Array(String(decoding: bytes.dropFirst(3), as: UTF8.self).components(separatedBy: "\r\n").dropLast())
  }

  @Test func `a side is a row for each of its tracks, with what is known, and no cell begins a formula`() throws {
    try add(0, "A", at: 0)
    try add(0, "B1", at: 400)
    let rows = try rows("plays")
    #expect(rows.count == 4, "\(rows)")
    #expect(rows[0].hasPrefix("date,time,end,station,title,artist,composer,album"), "\(rows[0])")
    let first = "2019-10-05,20:15:00,,,\"'=HYPERLINK(\"\"x\"\")\",Guest & Host,W,Title 1,Artist,"
    #expect(rows[1].hasPrefix(first), "\(rows[1])")
    #expect(rows[1].contains(",LC 0193,USRC17607839,") && rows[1].hasSuffix(",A1,0:01:40,100"), "\(rows[1])")
    // The second track begins when the first one has ended.
    #expect(rows[2].hasPrefix("2019-10-05,20:16:40,,,Two,Artist,") && rows[2].hasSuffix(",A2,,"), "\(rows[2])")
    // A text that is no code is not reported as one.
    #expect(rows[3].contains(",LC 0193,,,") && rows[3].hasSuffix(",B1,1:01:40,3700"), "\(rows[3])")
  }

  @Test func `a recording that lacks what a form needs is listed before, with the number of its plays`() throws {
    for second in [0, 1000, 2000] { try add(0, "A2", at: second) }
    try add(0, "A1", at: 3000)
    try add(1, nil, at: 4000)
    let report = try report("plays")
    #expect(report.plays == 5 && report.rows == 5)
    let missing = Dictionary(uniqueKeysWithValues: report.missing.map { ($0.field, $0) })
    #expect(missing[.isrc]?.rows == 4 && missing[.isrc]?.needed == 4)
    #expect(missing[.title]?.rows == 1 && missing[.label]?.rows == 5 && missing[.seconds]?.rows == 4)
    #expect(report.gaps.map(\.plays) == [3, 1, 1] && report.gapCount == 3)
    #expect(report.gaps[0].position == "A2" && report.gaps[0].fields == [.label, .isrc, .seconds])
    let unknown = try #require(report.gaps.first { $0.release.id == shelf.releases[1] })
    #expect(unknown.position == nil && unknown.fields.first == .title)
    #expect(report.dueOn == nil && report.warnings.isEmpty)
  }

  @Test func `a report that sums up has one row for each recording, and is due after the month`() throws {
    for second in [0, 1000, 2000] { try add(0, "A1", at: second) }
    try add(0, "A2", at: 3000)
    let rows = try rows("soundexchange")
    #expect(rows.count == 3, "\(rows)")
    #expect(rows[1].hasSuffix(",3") && rows[2].hasSuffix(",1"))
    let report = try report("soundexchange")
    #expect(report.plays == 4 && report.rows == 2 && report.dueOn?.description == "2019-12-15")
    // The first track has an ISRC, so its missing label is not needed.
    #expect(report.missing.first { $0.field == .label }?.rows == 2)
    #expect(report.missing.first { $0.field == .label }?.needed == 1)
    #expect(report.gaps.map(\.position) == ["A2"])
  }

  @Test func `a report has the plays of its span and station only, and names those above the complement`() throws {
    try add(0, "A1", at: -1)
    try add(0, "A1", at: 0)
    try add(0, "A", at: 86_399)
    try add(0, "A1", at: 86_400)
    let report = try report("plays")
    #expect(report.plays == 2 && report.rows == 3)
    #expect(report.warnings.isEmpty)
    for second in [10, 20] { try add(0, "B1", at: second) }
    try add(0, "A2", at: 30)
    let later = try self.report("plays")
    #expect(later.warnings.map(\.rule) == [.phonorecordInARow], "\(later.warnings)")
    let station = try shelf.plays.report(
      "plays", since: start, until: start + .seconds(86_400), station: Station.Name("studio"), in: Self.zone)
    #expect(station.plays == 0 && station.rows == 0 && station.missing.isEmpty && station.gaps.isEmpty)
  }

  @Test func `without a span, the report is about the month before`() throws {
    let report = try shelf.plays.report("plays", since: nil, until: nil, station: nil, in: Self.zone)
    let (first, end) = (Self.zone.day(at: report.since), Self.zone.day(at: report.until))
    #expect(first.day == 1 && end.day == 1 && Self.zone.local(at: report.since).second == 0)
    #expect(report.until <= .now() && end.year * 12 + end.month - (first.year * 12 + first.month) == 1)
  }

  @Test func `an unknown form and an impossible span are refused`() throws {
    for name in ["", "sound", "../plays", "PLAYS"] {
      #expect(throws: StaffError.noSuchPlayReport) { _ = try self.report(name) }
    }
    for until in [start, start + .seconds(-1), start + .seconds(401 * 86_400)] {
      #expect(throws: StaffError.self) {
        _ = try shelf.plays.report("plays", since: start, until: until, station: nil, in: Self.zone)
      }
    }
  }

  @Test func `each form of the installation can be read, names its source and its day, and has its needs as columns`() {
    let forms = PlayForms(folder: Repository.path("reports"))
    #expect(forms.faults.isEmpty, "\(forms.faults)")
    #expect(forms.forms.map(\.name) == ["gema-gvl", "plays", "prs", "soundexchange", "socan", "suisa"].sorted())
    for form in forms.forms {
      #expect(!form.title.isEmpty && form.source.count > 5 && CivilDate(iso: form.checkedOn) != nil, "\(form.name)")
      let fields = Set(form.columns.compactMap(\.field))
      for need in form.needs.flatMap(\.self) where need != .seconds {
        #expect(fields.contains(need), "\(form.name) needs \(need) and has no column for it")
      }
      if form.needs.contains([.seconds]) { #expect(fields.contains(.duration) || fields.contains(.seconds)) }
      #expect(!form.isSum || fields.contains(.plays), "\(form.name)")
    }
  }

  @Test func `a file that is no form is left out with a sentence, and harms no other form`() throws {
    let folder = try TemporaryFolder("deadwax-reports")
    let good =
      #"{"title":"T","source":"S","checkedOn":"2026-11-28","needs":[["title"]],"columns":[{"heading":"Title","field":"title"}]}"#
    let files = [
      "good.json": good, "empty.json": "", "list.json": "[]", "cut.json": String(good.dropLast(20)),
      "field.json": good.replacingOccurrences(of: #""field":"title""#, with: #""field":"singer""#),
      "both.json": good.replacingOccurrences(of: #""field":"title""#, with: #""field":"title","text":"x""#),
      "neither.json": good.replacingOccurrences(of: #","field":"title""#, with: ""),
      "none.json": good.replacingOccurrences(of: #"{"heading":"Title","field":"title"}"#, with: ""),
      "days.json": good.replacingOccurrences(of: #""title":"T""#, with: #""title":"T","dueDays":-1"#),
      "Name.json": good, "large.json": good + String(repeating: " ", count: 70_000), "note.txt": good,
    ]
    for (name, text) in files {
      try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path(name)))
    }
    let forms = PlayForms(folder: folder.path(""))
    #expect(forms.forms.map(\.name) == ["good"])
    #expect(forms.faults.count == files.count - 2, "\(forms.faults)")
    #expect(forms.faults.contains { $0.contains("'columns.1.field' is unknown") }, "\(forms.faults)")
    #expect(PlayForms(folder: folder.path("absent")).forms.isEmpty)
    #expect(PlayForms(folder: nil).forms.isEmpty)
  }
}

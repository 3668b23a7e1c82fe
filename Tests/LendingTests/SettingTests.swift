import Deadwax
import Lending
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct SettingTests {
  @Test func `every setting has a key of its own, a section, a sentence and a default that it takes itself`() throws {
    #expect(Set(Setting.all.map(\.key)).count == Setting.all.count)
    for setting in Setting.all {
      #expect(setting.key.hasPrefix(setting.section.rawValue + "."))
      #expect(setting.key.allSatisfy { $0.isLowercase || "-.".contains($0) })
      #expect(setting.help.hasSuffix(".") && setting.help.count < 140)
      #expect(try setting.validate(setting.default) == setting.default)
      #expect(Setting.named(setting.key)?.key == setting.key)
    }
    #expect(Set(Setting.all.map(\.section)) == Set(Setting.Section.allCases))
  }

  @Test func `every setting changes something, and only what it names`() throws {
    for setting in Setting.all {
      let other = try Self.other(than: setting)
      var policy = LibraryPolicy()
      try setting.set(other, in: &policy)
      #expect(policy != LibraryPolicy(), "\(setting.key) = \(other)")
      #expect(setting.text(in: policy) == other)
      for rest in Setting.all where rest.key != setting.key {
        #expect(rest.text(in: policy) == rest.default, "\(setting.key) changed \(rest.key)")
      }
    }
  }

  @Test func `a policy is what its settings are`() throws {
    var random = SeededRandom(seed: 75)
    for _ in 0..<200 {
      var policy = LibraryPolicy()
      for setting in Setting.all where Bool.random(using: &random) {
        try setting.set(Self.value(for: setting.kind, &random), in: &policy)
      }
      #expect(LibraryPolicy(settings: policy.settings) == policy)
      #expect(LibraryPolicy(settings: policy.settings).settings == policy.settings)
      #expect(LibraryPolicy.problems(in: policy.settings).isEmpty)
    }
    #expect(LibraryPolicy(settings: [:]) == LibraryPolicy())
    #expect(LibraryPolicy(settings: LibraryPolicy().settings) == LibraryPolicy())
  }

  @Test func `an unreadable setting has its default, and is reported`() {
    let stored = ["loan.days": "many", "loan.days.cd": "7", "discogs.token": "x", "fees.on": "perhaps"]
    let policy = LibraryPolicy(settings: stored)
    #expect(policy.due.days == 14)
    #expect(policy.due.daysByMedium == [.cd: 7])
    #expect(
      LibraryPolicy.problems(in: stored).map(\.sentence) == [
        "loan.days: a whole number from 0 to 3650; not 'many'.", "fees.on: yes or no; not 'perhaps'.",
      ])
  }

  @Test(arguments: [
    ("loan.days", " 21 ", "21"), ("loan.days.cd", "", "off"), ("loan.days.cd", "NONE", "off"),
    ("loan.days-by-group", "staff: 28,students:21\n", "staff: 28, students: 21"),
    ("loan.days-by-group-and-medium", "students/vinyl: 7", "students/vinyl: 7"),
    ("loan.hard-date", "2026-12-18", "2026-12-18"), ("loan.hard-date", "never", "off"), ("fees.on", "True", "yes"),
    ("fees.on", "0", "no"), ("fees.currency", "CHF", "CHF"), ("renewal.overdue", "ALL", "all"),
    ("limits.least-condition", "vg+", "VG+"), ("calendar.closed-weekdays", "Su, 7, sunday, sat", "saturday, sunday"),
    ("calendar.closed-days", "12-26,12-25\n2026-12-24, 12-25", "12-25, 12-26, 2026-12-24"),
    ("calendar.closed-days", "02-29", "02-29"), ("cards.patterns", "S-####-*,##", "##, S-####-*"),
    ("calendar.time-zone", " Europe/Berlin=CET-1CEST,M3.5.0,M10.5.0/3", "Europe/Berlin=CET-1CEST,M3.5.0,M10.5.0/3"),
    ("calendar.time-zone", "CET-1CEST,M3.5.0,M10.5.0/3", "CET-1CEST,M3.5.0,M10.5.0/3"),
    ("station.revert-seconds", "off", "off"), ("station.session-seconds", "120", "120"),
    ("appearance.card", "FFF8E7", "#fff8e7"), ("appearance.accent", "#0B6B3A ", "#0b6b3a"),
    ("appearance.accent", "", "off"),
    ("sources.countries", "Sweden,UK & Europe\nsweden, Côte d'Ivoire", "Sweden, UK & Europe, Côte d'Ivoire"),
    ("holds.shelf", "0190163D-8694-7000-8000-000000000001", "0190163d-8694-7000-8000-000000000001"),
  ])
  func `a value is stored in one form`(key: String, text: String, stored: String) throws {
    #expect(try Setting.validate(key, text) == stored)
  }

  @Test(arguments: [
    ("loan.days", "3651", "a whole number from 0 to 3650; not '3651'"), ("loan.days", "-1", "not '-1'"),
    ("loan.days", "+7", "not '+7'"), ("loan.days", "", "the value is empty"), ("loan.days", "off", "not 'off'"),
    ("loan.days", "9223372036854775808", "not '9223372036854775808'"), ("loan.days.cd", "1.5", "or off; not '1.5'"),
    ("loan.days-by-group", "staff", "not 'staff'"), ("loan.days-by-group", "staff: 1, staff: 2", "twice"),
    ("loan.days-by-group", "the staff: 1", "not 'the staff: 1'"),
    ("loan.days-by-group-and-medium", "staff/tape: 1", "not 'staff/tape: 1'"),
    ("loan.hard-date", "18.12.2026", "a day such as 2026-12-18"), ("fees.currency", "€", "ISO 4217"),
    ("fees.currency", "eur", "ISO 4217"), ("fees.currency", "XQZ", "ISO 4217"),
    ("renewal.overdue", "some", "one of allowed, item, all"),
    ("calendar.closed-weekdays", "funday", "not 'funday'"), ("calendar.closed-weekdays", "8", "not '8'"),
    ("calendar.closed-days", "2026-02-29", "not '2026-02-29'"), ("calendar.time-zone", "CET-1CEST", "its beginning"),
    ("calendar.time-zone", "Europe/Berlin", "hours of an offset"),
    ("calendar.time-zone", "Europe/Berlin=CET-1CEST", "its beginning"),
    ("calendar.time-zone", "../etc/passwd=UTC0", "the name of a time zone"),
    ("cards.patterns", "##, *", "every code"), ("holds.shelf", "Shelf 1", "the id of a place"),
    ("appearance.card", "white", "a colour such as #2b47d1, or off; not 'white'"),
    ("appearance.card", "#fff", "not '#fff'"),
    ("appearance.card", "#ggffff", "not '#ggffff'"), ("appearance.text", "59", "from 60 to 100"),
    ("station.session-seconds", "9", "whole seconds from 10 to 3600"),
    ("station.sessions", "9", "station.session-seconds"),
    ("sources.countries", "Sweden, <b>", "countries such as Sweden"), ("sources.countries", "46", "not '46'"),
    ("nothing", "1", "There is no setting 'nothing'. The settings are: calendar.…"),
    ("cards.patterns", String(repeating: "#,", count: 10_001), "at most 20000 bytes"),
  ])
  func `a wrong value is refused with what would be right`(key: String, text: String, sentence: String) {
    let error = #expect(throws: PolicyError.self) { try Setting.validate(key, text) }
    #expect(error?.sentence.contains(sentence) == true, "\(error?.sentence ?? "")")
    #expect(error?.sentence.contains("\n") == false)
  }

  /// Returns a value that is not the default.
  private static func other(than setting: Setting) throws -> String {
    var random = SeededRandom(seed: 76)
    for _ in 0..<200 {
      let text = try setting.validate(value(for: setting.kind, &random))
      if text != setting.default { return text }
    }
    throw TestFailure("\(setting.key) takes nothing but its default")
  }

  private static func value(for kind: Setting.Kind, _ random: inout SeededRandom) -> String {
    switch kind {
    case .whole(let range, let canBeOff), .seconds(let range, let canBeOff):
      return canBeOff && Int.random(in: 0..<4, using: &random) == 0 ? "off" : "\(Int.random(in: range, using: &random))"
    case .yesNo: return Bool.random(using: &random) ? "yes" : "no"
    case .choice(let words): return words.randomElement(using: &random) ?? ""
    case .date:
      let day = CivilDate(daysSince1970: Int.random(in: 15_000...40_000, using: &random))
      return Bool.random(using: &random) ? "off" : day.description
    case .text(.timeZone):
      let rule = POSIXTimeZoneTests.zones.randomElement(using: &random) ?? ""
      return Bool.random(using: &random) ? rule : "Europe/Berlin=\(rule)"
    case .text(.currency): return ["EUR", "CHF", "JPY"].randomElement(using: &random) ?? ""
    case .text(.colour):
      let colour = "#" + (0..<6).map { _ in String(Int.random(in: 0..<16, using: &random), radix: 16) }.joined()
      return Bool.random(using: &random) ? "off" : colour
    case .text(.contact):
      return ["off", "desk@library.example", "https://library.example/"].randomElement(using: &random) ?? ""
    case .text(.place): return Bool.random(using: &random) ? "off" : Place.ID.new(at: Sample.now).text
    case .list(.weekdays): return some(of: (1...7).map { "\($0)" }, &random)
    case .list(.days): return some(of: ["12-25", "01-01", "2026-12-24", "2027-05-01"], &random)
    case .list(.dayCounts): return some(of: ["1", "7", "21", "365"], &random)
    case .list(.ways): return some(of: NoticeWay.allCases.map(\.rawValue), &random)
    case .list(.countries): return some(of: ["Sweden", "Europe", "UK & Europe"], &random)
    case .list(.cardPatterns): return some(of: ["S-*", "######", "@@-##"], &random)
    case .map(let form, let range):
      let words =
        form == .groups ? ["standard", "students", "staff-2"] : ["students/cd", "students/vinyl", "staff/other"]
      return some(of: words.map { "\($0): \(Int.random(in: range, using: &random))" }, &random)
    }
  }

  private static func some(of items: [String], _ random: inout SeededRandom) -> String {
    items.filter { _ in Bool.random(using: &random) }.joined(separator: ", ")
  }
}

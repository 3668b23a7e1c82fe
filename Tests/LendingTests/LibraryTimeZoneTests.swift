import Deadwax
import LendingTestSupport
import TestSupport
import Testing

@testable import Lending

@Suite(.timeLimit(.minutes(5)))
struct LibraryTimeZoneTests {
  private let zones = SampleZones()

  @Test(arguments: [
    ("Europe/Berlin=CET-1CEST,M3.5.0,M10.5.0/3", "Europe/Berlin"), ("UTC=UTC0", "UTC"),
    ("Etc/GMT+5=<-05>5", "Etc/GMT+5"),
    ("CET-1CEST,M3.5.0,M10.5.0/3", nil), ("UTC0", nil), ("<+0545>-5:45", nil),
  ])
  func `the stored text has all of it`(text: String, name: String?) throws {
    let zone = try LibraryTimeZone(stored: text)
    #expect(zone.stored == text && zone.name == name)
    #expect(zone.description == name ?? text)
    #expect(zone.rule.description == text.split(separator: "=").last.map(String.init))
    #expect(try LibraryTimeZone(stored: zone.stored) == zone)
  }

  @Test(arguments: [
    "", "=", "=UTC0", "Europe/Berlin", "Europe/Berlin=", "Europe/Berlin=Europe/Berlin", "Europe/Berlin=CET-1CEST",
    "Europe/Berlin=UTC0=UTC0", "europe/berlin=UTC0", "../etc/passwd=UTC0", " UTC=UTC0",
  ])
  func `a text that is not a zone with its rule is refused`(text: String) {
    #expect(throws: PolicyError.self) { try LibraryTimeZone(stored: text) }
  }

  @Test(arguments: [
    "", "/", "/etc/passwd", "../Berlin", "Europe/../Berlin", "Europe/..", "Europe/.", "./Europe/Berlin",
    "Europe//Berlin",
    "Europe/", "/Europe", "europe/Berlin", "Europe/berlin", "posix/Europe/Berlin", "right/UTC", "localtime",
    "tzdata.zi",
    "Europe/Berlin\n", "Europe/Berlin\0", "Europe/Ber lin", "Europe/Bërlin", "Europe\\Berlin", "A/B/C/D/E", "~root",
    String(repeating: "A", count: 65), "Ａfrica/Cairo",
  ])
  func `a path, or another text without the form of a name, is refused`(text: String) {
    #expect(!LibraryTimeZone.isName(text))
  }

  @Test(arguments: [
    ("Europe/Berlin", "Europe/Berlin"), ("europe/BERLIN", "Europe/Berlin"), ("utc", "UTC"),
    ("US/Pacific", "US/Pacific"),
    ("america/argentina/salta", "America/Argentina/Salta"),
  ])
  func `a name gets its present rule, in any case of its letters`(text: String, name: String) throws {
    let zone = try LibraryTimeZone(chosen: text, from: zones)
    #expect(zone.name == name && zone.rule == zones.rule(named: name))
  }

  @Test func `a rule is accepted without a name, with or without a database`() throws {
    var none = zones
    none.rules = [:]
    for source in [zones, none] {
      let zone = try LibraryTimeZone(chosen: "NZST-12NZDT,M9.5.0,M4.1.0/3", from: source)
      #expect(zone.name == nil && zone.stored == "NZST-12NZDT,M9.5.0,M4.1.0/3")
    }
  }

  @Test(arguments: [
    ("Europe/Berlim", "'Europe/Berlim'. Did you mean Europe/Berlin?"), ("Berlin", "Did you mean Europe/Berlin?"),
    ("Europe/Berlin ", "Did you mean Europe/Berlin?"), ("Europa/Berlin", "Did you mean Europe/Berlin?"),
    ("new york", "Did you mean America/New_York?"), ("Londn", "Did you mean Europe/London?"),
    ("Nowhere/Nothing", "A name is Europe/Berlin, for example."), ("", "the value is empty"),
    ("Europe/Berlin=UTC0", "Give the name of the time zone alone, as Europe/Berlin."),
    ("CET-1CEST", "not its beginning and end"), ("UTC+25", "hours of an offset"), ("../../etc/passwd", "no time zone"),
    (String(repeating: "x", count: 4000), "no time zone"), ("Europe/Berlin\n", "no time zone"),
  ])
  func `an unknown text is refused with the nearest names`(text: String, sentence: String) {
    let error = #expect(throws: PolicyError.self) { try LibraryTimeZone(chosen: text, from: zones) }
    #expect(error?.sentence.contains(sentence) == true, "\(error?.sentence ?? "")")
    #expect((error?.sentence.count ?? 0) < 300 && error?.sentence.contains("\n") == false)
  }

  @Test(arguments: [
    ("Europe/Berlim", ["Europe/Berlin"]), ("Berlim", ["Europe/Berlin"]), ("berlni", ["Europe/Berlin"]),
    ("Europe/Belim", ["Europe/Berlin"]), ("Belim", ["America/Belem"]), ("Europe/Zürich", ["Europe/Zurich"]),
    ("Sao Paolo", ["America/Sao_Paulo"]),
    ("America/Berlin", ["Europe/Berlin"]), ("Asia/Katmandu", ["Asia/Kathmandu"]), ("Rom", ["Europe/Rome"]),
    ("St Johns", ["America/St_Johns"]), ("Knox/Indiana", []), ("XYZ", []), ("Europe/Paradise", []), ("/", []),
    ("Pacific/Dublin", ["Europe/Dublin"]),
    // Four cities are equally similar; the nearest area comes first.
    ("Africa/Aome", ["Africa/Lome"]), ("Europa/Aome", ["Europe/Rome", "Africa/Lome", "America/Nome"]),
  ])
  func `only cities within two letters are suggested, the best first`(text: String, expected: [String]) {
    let names = [
      "Africa/Lome", "America/Belem", "America/Indiana/Knox", "America/Nome", "America/Sao_Paulo", "America/St_Johns",
      "Antarctica/Tome", "Asia/Kathmandu", "Europe/Berlin", "Europe/Dublin", "Europe/Paris", "Europe/Rome",
      "Europe/Zurich", "UTC",
    ]
    #expect(LibraryTimeZone.nearest(to: text, among: names) == expected)
  }

  @Test func `without a database a name is refused with what to do`() {
    var none = zones
    none.rules = [:]
    let error = #expect(throws: PolicyError.self) { try LibraryTimeZone(chosen: "Europe/Berlin", from: none) }
    #expect(error?.sentence.contains("tzdata") == true && error?.sentence.contains("POSIX") == true)
  }
}

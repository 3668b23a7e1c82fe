import Deadwax
import Foundation
import Glibc
import Lending
import TestSupport
import Testing

@testable import Housekeeping

@Suite(.timeLimit(.minutes(10)))
struct ZoneFilesTests {
  private let machine = ZoneFiles(folder: "/usr/share/zoneinfo")

  @Test func `every name of the machine's database has a rule`() throws {
    let names = machine.names
    let table = try String(contentsOfFile: "/usr/share/zoneinfo/zone1970.tab", encoding: .utf8)
    let lines = table.split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(lines.count > 300)
    for line in lines {
      let name = String(line.split(separator: "\t")[2])
      #expect(names.contains(name) && machine.rule(named: name) != nil, "\(name)")
    }
    #expect(names == names.sorted() && names.contains("UTC") && names.contains("Europe/Oslo"))
    for name in names {
      let rule = try #require(machine.rule(named: name), "\(name)")
      let zone = try LibraryTimeZone(stored: LibraryTimeZone(name: name, rule: rule).stored)
      #expect(zone.name == name && zone.rule == rule)
    }
  }

  static let cities = [
    "Africa/Abidjan", "Africa/Johannesburg", "Africa/Lagos", "Africa/Nairobi", "America/Anchorage",
    "America/Argentina/Buenos_Aires", "America/Bogota", "America/Chicago", "America/Denver", "America/Halifax",
    "America/Havana", "America/Los_Angeles", "America/New_York", "America/Phoenix", "America/Port-au-Prince",
    "America/Santiago", "America/Sao_Paulo", "America/St_Johns", "Asia/Beirut", "Asia/Dubai", "Asia/Jerusalem",
    "Asia/Karachi", "Asia/Kathmandu", "Asia/Kolkata", "Asia/Tokyo", "Asia/Yangon", "Atlantic/Azores",
    "Australia/Adelaide", "Australia/Brisbane", "Australia/Lord_Howe", "Australia/Sydney", "Europe/Athens",
    "Europe/Berlin", "Europe/Dublin", "Europe/Lisbon", "Europe/London", "Pacific/Auckland", "Pacific/Chatham",
    "Pacific/Easter", "Pacific/Marquesas",
  ]

  @Test(arguments: cities)
  func `days end at the same time as Foundation's`(name: String) throws {
    let rule = try #require(machine.rule(named: name))
    let zone = try #require(TimeZone(identifier: name))
    let day = { (time: Timestamp) -> Int in
      let seconds = (Double(time.milliseconds) / 1000).rounded(.down)
      let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: seconds))
      return Int(((seconds + Double(offset)) / 86_400).rounded(.down))
    }
    // 2026 to 2029.
    for number in 20_454..<20_454 + 1461 {
      let end = rule.endOfDay(CivilDate(daysSince1970: number))
      #expect(day(end) <= number, "\(name), day \(number)")
      for later in [1, 1_800_000, 3_600_000, 7_200_000] as [Int64] {
        #expect(day(end + .milliseconds(later)) > number, "\(name), day \(number)")
      }
    }
  }

  @Test func `nothing but a zone's file in the folder is read`() throws {
    let zones = try ZoneFolder(["Europe/Berlin": "CET-1"])
    try zones.file("UTC0", at: "Secret")
    try zones.file("UTC0", at: "zoneinfo/localtime")
    try zones.file("UTC0", at: "zoneinfo/right/UTC")
    try zones.file("UTC0", at: "zoneinfo/Factory")
    _ = try zones.folder.write("root:x:0:0\n", to: "zoneinfo/Passwd")
    _ = try zones.folder.write("TZif2" + String(repeating: "A", count: 1 << 21) + "\nUTC0\n", to: "zoneinfo/Large")
    // A pipe would block the hub forever.
    #expect(mkfifo(zones.folder.path("zoneinfo/Pipe"), 0o600) == 0)
    try zones.link("zoneinfo/Device", to: "/dev/zero")
    try zones.link("zoneinfo/Link", to: "Europe/Berlin")
    #expect(zones.source.rule(named: "Europe/Berlin")?.description == "CET-1")
    #expect(zones.source.rule(named: "Link")?.description == "CET-1")
    for name in [
      "../Secret", "Europe/../../Secret", "/Secret", zones.folder.path("Secret"), "localtime", "right/UTC", "Factory",
      "Passwd", "Large", "Pipe", "Device", "Europe", "", "Europe/", "Europe/Berlin\0", "zone1970.tab",
    ] {
      #expect(zones.source.rule(named: name) == nil, "\(name)")
    }
  }

  @Test func `a list that was not written by tzdata gives no other names`() throws {
    let zones = try ZoneFolder(["Europe/Berlin": "CET-1"])
    _ = try zones.folder.write(
      "XX\t+0\t../../etc/passwd\nXX\n\t\t\nXX\t+0\tAsia/Tokyo\n\u{FFFD}\n", to: "zoneinfo/zone.tab")
    #expect(zones.source.names == ["Asia/Tokyo", "Europe/Berlin", "UTC"])
    #expect(ZoneFiles(folder: zones.folder.path("none")).names.isEmpty)
  }
}

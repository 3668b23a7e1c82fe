import TestSupport
import Testing

@testable import Housekeeping

@Suite(.timeLimit(.minutes(5)))
struct SystemTimeZoneTests {
  private let berlin = "CET-1CEST,M3.5.0,M10.5.0/3"
  private let zones: ZoneFolder

  init() throws { zones = try ZoneFolder(["Europe/Berlin": berlin, "Asia/Tokyo": "JST-9", "Etc/UTC": "UTC0"]) }

  @Test func `the link of the machine's zone has its name`() throws {
    try zones.link("etc/localtime", to: zones.folder.path("zoneinfo/Europe/Berlin"))
    #expect(zones.machine() == "Europe/Berlin=\(berlin)")
    // Debian's file may be an old one.
    _ = try zones.folder.write("Asia/Tokyo\n", to: "etc/timezone")
    #expect(zones.machine() == "Europe/Berlin=\(berlin)")
  }

  @Test(arguments: ["../zoneinfo/Asia/Tokyo", "../etc/link"])
  func `a relative link, and a link to a link`(target: String) throws {
    try zones.link("etc/link", to: "../zoneinfo/Asia/Tokyo")
    try zones.link("etc/localtime", to: target)
    #expect(zones.machine() == "Asia/Tokyo=JST-9")
  }

  @Test func `a zone that is a file gets the name of the other file, if the rule is the same`() throws {
    try zones.file("JST-9", at: "etc/localtime")
    #expect(zones.machine() == "JST-9")
    _ = try zones.folder.write("Europe/Berlin\n", to: "etc/timezone")
    #expect(zones.machine() == "JST-9")
    _ = try zones.folder.write("Asia/Tokyo\n", to: "etc/timezone")
    #expect(zones.machine() == "Asia/Tokyo=JST-9")
  }

  @Test func `a name alone will do, and nothing is UTC`() throws {
    #expect(zones.machine() == "UTC=UTC0")
    _ = try zones.folder.write("Asia/Tokyo\n", to: "etc/timezone")
    #expect(zones.machine() == "Asia/Tokyo=JST-9")
    _ = try zones.folder.write("../../etc/passwd\n", to: "etc/timezone")
    #expect(zones.machine() == "UTC=UTC0")
    // No zone, a zone without a rule for the future, and a link without an end.
    _ = try zones.folder.write("text\n", to: "etc/localtime")
    #expect(zones.machine() == "UTC=UTC0")
    try zones.file("", at: "etc/localtime")
    #expect(zones.machine() == "UTC=UTC0")
    let endless = try ZoneFolder(["Asia/Tokyo": "JST-9"])
    try endless.link("etc/localtime", to: "localtime")
    #expect(endless.machine() == "UTC=UTC0")
  }

  @Test func `TZ goes before all`() throws {
    try zones.link("etc/localtime", to: zones.folder.path("zoneinfo/Europe/Berlin"))
    for text in ["Asia/Tokyo", ":Asia/Tokyo", zones.folder.path("zoneinfo/Asia/Tokyo")] {
      #expect(zones.machine(["TZ": text]) == "Asia/Tokyo=JST-9")
    }
    let other = try zones.file("<+03>-3", at: "other")
    #expect(zones.machine(["TZ": ":\(other)"]) == "<+03>-3")
    #expect(zones.machine(["TZ": "EST5EDT,M3.2.0,M11.1.0"]) == "EST5EDT,M3.2.0,M11.1.0")
    for text in ["", "../../etc/passwd", "/etc/passwd", "Europe/Nowhere"] {
      #expect(zones.machine(["TZ": text]) == "Europe/Berlin=\(berlin)")
    }
  }
}

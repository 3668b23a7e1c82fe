package import Lending

/// A time zone database of a few zones, whose rules a test can change.
package struct SampleZones: TimeZoneSource {
  package static let berlin = "CET-1CEST,M3.5.0,M10.5.0/3"

  /// The rules by name. The list of names to choose from has all but `US/Pacific`, an old name.
  package var rules = [
    "America/Argentina/Salta": "<-03>3", "America/New_York": "EST5EDT,M3.2.0,M11.1.0",
    "America/Santiago": "<-04>4<-03>,M9.1.6/24,M4.1.6/24", "Asia/Kolkata": "IST-5:30", "Europe/Berlin": berlin,
    "Europe/Dublin": "IST-1GMT0,M10.5.0,M3.5.0/1", "Europe/London": "GMT0BST,M3.5.0/1,M10.5.0",
    "Pacific/Auckland": "NZST-12NZDT,M9.5.0,M4.1.0/3", "US/Pacific": "PST8PDT,M3.2.0,M11.1.0", "UTC": "UTC0",
  ]

  package init() {}

  package var names: [String] { rules.keys.filter { $0 != "US/Pacific" }.sorted() }

  package func rule(named name: String) -> POSIXTimeZone? { rules[name].flatMap { try? POSIXTimeZone($0) } }
}

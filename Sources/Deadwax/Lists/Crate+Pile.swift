extension Crate {
  /// Returns the name of the crate of a pile: the day, the time and the station, such as `2026-11-28 14:03 desk`.
  ///
  /// - Parameters:
  ///   - day: the day of the library.
  ///   - second: the second of that day.
  ///   - station: the station that scans the pile.
  /// - Returns: the name.
  package static func pileName(on day: CivilDate, at second: Int, station: Station.Name) -> String {
    let parts = [second / 3600, second / 60 % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return "\(day) \(parts.joined(separator: ":")) \(station.text)"
  }

  /// Returns true if a name has the form of `pileName`. A person can give such a name too.
  package static func isPileName(_ name: String) -> Bool {
    let parts = name.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 3, let day = CivilDate(iso: String(parts[0])), let station = Station.Name(String(parts[2]))
    else { return false }
    let time = parts[1].split(separator: ":", omittingEmptySubsequences: false).compactMap { Int($0) }
    guard time.count == 2, time[0] < 24, time[1] < 60 else { return false }
    return name == pileName(on: day, at: (time[0] * 60 + time[1]) * 60, station: station)
  }
}

package import Deadwax

/// The copies that play at stations by presence now, as the state of a station's machine.
extension Queryable {
  /// Returns the stored state of a station as JSON, and the start of the machine that stored it; nil if nothing plays.
  package func playing(at station: Station.Name) throws -> (state: String, machine: String)? {
    try first("SELECT state, machine FROM playing WHERE station = ?1", station.text) { row in
      (try row.text("state"), try row.text("machine"))
    }
  }

  /// Returns the stations at which something plays.
  package func stationsPlaying() throws -> [Station.Name] {
    try all("SELECT station FROM playing ORDER BY station") { try $0.text(0) }.compactMap { Station.Name($0) }
  }
}

extension WriteTransaction {
  /// Stores the state of a station, or removes it if nothing plays.
  package func setPlaying(_ state: String?, at station: Station.Name, machine: String) throws {
    guard let state else {
      try run("DELETE FROM playing WHERE station = ?1", station.text)
      return
    }
    try run(
      """
      INSERT INTO playing (station, state, machine) VALUES (?1, ?2, ?3)
      ON CONFLICT (station) DO UPDATE SET state = ?2, machine = ?3
      """, station.text, state, machine)
  }
}

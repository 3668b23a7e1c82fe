package import Deadwax

extension Queryable {
  /// Returns the policy of a station as JSON, or nil if it has none.
  package func stationPolicy(_ name: Station.Name) throws -> String? {
    try first("SELECT policy FROM station_policy WHERE station = ?1", name.text) { try $0.text(0) }
  }

  /// Returns the version of a station's policy, or 0 if it has none.
  package func stationPolicyVersion(_ name: Station.Name) throws -> Int {
    try first("SELECT version FROM station_policy WHERE station = ?1", name.text) { Int(try $0.integer(0)) } ?? 0
  }
}

extension WriteTransaction {
  /// Stores the policy of a station as JSON, or removes it if `json` is nil.
  package func setStationPolicy(_ json: String?, of name: Station.Name) throws {
    try snapshot(.stationPolicy, name.text)
    guard let json else {
      try run("DELETE FROM station_policy WHERE station = ?1", name.text)
      return
    }
    try run(
      """
      INSERT INTO station_policy (station, policy, modified_at) VALUES (?1, ?2, ?3)
      ON CONFLICT (station) DO UPDATE SET policy = ?2, modified_at = ?3, version = version + 1 WHERE policy <> ?2
      """, name.text, json, now)
  }
}

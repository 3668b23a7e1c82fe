internal import Storage

/// The tables of records in the databases of a kind of program. It is data alone.
package struct ForeignMapping: Sendable {
  /// A kind of record that a mapping knows. Each one comes after those that it refers to.
  enum Record: String, CaseIterable, Sendable { case place, borrower, release, track, copy, loan }

  /// The unit of a time that is a whole number. A time with decimals is in seconds.
  enum Clock: Sendable { case seconds, milliseconds }

  /// The name by which people know the mapping.
  package let name: String
  /// The table that only databases of this kind have; nil if they have none.
  let mark: String?
  /// The tables of each record; the first one that the database has is read.
  let tables: [Record: [String]]
  /// The tables that are no records of the library and are not missed.
  let internalTables: Set<String>
  let clock: Clock

  /// The mappings, in the order in which they are tried.
  static let all = [grdb, room, discDex]

  /// Databases of iOS programs that use GRDB: names as `catalogNumber`, words as `nearMint`, times as text.
  private static let grdb = ForeignMapping(
    name: "GRDB", mark: "grdb_migrations",
    tables: [
      .place: ["place", "places"], .borrower: ["borrower", "borrowers"], .release: ["release", "releases"],
      .track: ["track", "tracks"], .copy: ["copy", "copies"], .loan: ["loan", "loans"],
    ], internalTables: ["grdb_migrations"], clock: .seconds)

  /// Databases of Android programs that use Room: names as `catalog_number`, words as `NEAR_MINT`, times in milliseconds.
  private static let room = ForeignMapping(
    name: "Room", mark: "room_master_table",
    tables: [
      .place: ["places", "place"], .borrower: ["borrowers", "borrower"], .release: ["releases", "release"],
      .track: ["tracks", "track"], .copy: ["copies", "copy"], .loan: ["loans", "loan"],
    ], internalTables: ["room_master_table", "android_metadata"], clock: .milliseconds)

  /// Databases with the tables of DiscDex: each release has its inventory in itself, and a loan names its release.
  private static let discDex = ForeignMapping(
    name: "DiscDex", mark: nil,
    tables: [.release: ["releases", "release"], .track: ["tracks", "track"], .loan: ["loans", "loan"]],
    internalTables: [], clock: .seconds)

  /// Returns the mapping that fits a database.
  ///
  /// - Parameter tables: its tables.
  /// - Returns: the mapping, and the table of each record that the database has; nil if none fits.
  static func of(
    _ tables: [ForeignDatabase.Table]
  ) -> (mapping: ForeignMapping, tables: [Record: ForeignDatabase.Table])? {
    for mapping in all {
      if let mark = mapping.mark, !tables.contains(where: { $0.name == mark }) { continue }
      let found = mapping.tables.compactMapValues { names in
        names.lazy.compactMap { name in tables.first { $0.name.lowercased() == name } }.first
      }
      // Without a mark, any program may have a table of this name. The title decides.
      guard let release = found[.release], release.columns.contains(where: { $0.lowercased() == "title" }) else {
        continue
      }
      return (mapping, found)
    }
    return nil
  }
}

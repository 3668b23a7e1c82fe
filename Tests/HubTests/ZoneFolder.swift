import Foundation
import Lending
import TestSupport

@testable import Housekeeping

/// A made time zone database, and the files of a machine that name its zone.
struct ZoneFolder {
  let folder: TemporaryFolder

  init(_ rules: [String: String]) throws {
    folder = try TemporaryFolder("deadwax-zones")
    let lines = rules.keys.sorted().map { "DE\t+5230+01322\t\($0)\tcomment\n" }
    _ = try folder.write("# comment\n" + lines.joined(), to: "zoneinfo/zone1970.tab")
    for (name, rule) in rules { try set(rule, of: name) }
    try FileManager.default.createDirectory(atPath: folder.path("etc"), withIntermediateDirectories: true)
  }

  var source: ZoneFiles { ZoneFiles(folder: folder.path("zoneinfo")) }

  /// Writes the file of a zone, without transitions (RFC 8536).
  func set(_ rule: String, of name: String) throws { _ = try file(rule, at: "zoneinfo/\(name)") }

  @discardableResult
  func file(_ rule: String, at path: String) throws -> String {
    let head = "TZif2" + String(repeating: "\0", count: 39)
    return try folder.write("\(head)\(head)\n\(rule)\n", to: path)
  }

  func link(_ path: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: folder.path(path), withDestinationPath: target)
  }

  /// Returns the stored text of the machine's time zone.
  func machine(_ environment: [String: String] = [:]) -> String {
    SystemTimeZone.zone(in: source, environment: environment, folder: folder.path("etc")).stored
  }
}

internal import Foundation
package import Lending

/// The time zone database in a folder of this machine, in the form of the package tzdata.
package struct ZoneFiles: TimeZoneSource {
  /// The folder that the C library uses: TZDIR, or /usr/share/zoneinfo.
  package static var standardFolder: String {
    let folder = ProcessInfo.processInfo.environment["TZDIR"] ?? ""
    return folder.hasPrefix("/") ? folder : "/usr/share/zoneinfo"
  }

  /// The folder of the database.
  package let folder: String

  /// - Parameter folder: the folder of the database.
  package init(folder: String) { self.folder = folder }

  /// A file of the database has a few kB, and the list of names 20 kB.
  private static let mostBytes = 1 << 20

  /// One zone of each country (zone.tab), the zones that differ since 1970 (zone1970.tab), and UTC.
  package var names: [String] {
    let lists = ["zone.tab", "zone1970.tab"].compactMap { Self.bytes(at: "\(folder)/\($0)") }
    guard !lists.isEmpty else { return [] }
    var names: Set<String> = ["UTC"]
    for list in lists {
      for line in String(decoding: list, as: UTF8.self).split(separator: "\n") where !line.hasPrefix("#") {
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
        if fields.count >= 3, LibraryTimeZone.isName(String(fields[2])) { names.insert(String(fields[2])) }
      }
    }
    return names.sorted()
  }

  package func rule(named name: String) -> POSIXTimeZone? {
    // Factory is the zone of a machine whose zone is not set.
    guard LibraryTimeZone.isName(name), name != "Factory" else { return nil }
    return Self.rule(at: "\(folder)/\(name)")
  }

  /// Returns the rule in a file of the database; nil for any other file.
  static func rule(at path: String) -> POSIXTimeZone? { bytes(at: path).flatMap(POSIXTimeZone.ofFile) }

  /// Returns the content of a regular file; nil for a large file, and for a device or a pipe, which could block.
  private static func bytes(at path: String) -> [UInt8]? {
    let path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
      attributes[.type] as? FileAttributeType == .typeRegular,
      let size = attributes[.size] as? Int, size <= mostBytes, let data = FileManager.default.contents(atPath: path)
    else { return nil }
    return [UInt8](data)
  }
}

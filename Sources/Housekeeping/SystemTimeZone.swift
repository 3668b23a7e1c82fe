internal import Foundation
package import Lending

/// The time zone of this machine.
package enum SystemTimeZone {
  /// Returns the time zone of TZ, otherwise that of /etc/localtime. If this file is a link, its target has the name. If
  /// it is none, the name is that of /etc/timezone, if its rule is the same.
  ///
  /// - Parameters:
  ///   - source: the time zone database of this machine.
  ///   - environment: the environment of the program.
  ///   - folder: the folder of `localtime` and `timezone`.
  /// - Returns: the time zone, with its name if it has one; UTC if none can be read.
  package static func zone(
    in source: ZoneFiles, environment: [String: String] = ProcessInfo.processInfo.environment, folder: String = "/etc"
  ) -> LibraryTimeZone {
    if let text = environment["TZ"].map({ $0.hasPrefix(":") ? String($0.dropFirst()) : $0 }), !text.isEmpty {
      if let zone = zone(of: text, in: source) { return zone }
    }
    let localTime = "\(folder)/localtime"
    if let zone = zone(ofLink: localTime, in: source) { return zone }
    let named = text(of: "\(folder)/timezone").flatMap { zone(of: $0, in: source) }
    guard let rule = ZoneFiles.rule(at: localTime) else { return named ?? .utc }
    if let named, named.rule == rule { return named }
    return LibraryTimeZone(name: nil, rule: rule)
  }

  /// Returns the zone of a name, of the path of a zone's file, or of a rule; nil if the text is none of them.
  private static func zone(of text: String, in source: ZoneFiles) -> LibraryTimeZone? {
    if text.hasPrefix("/") {
      return zone(ofPath: text, in: source)
        ?? ZoneFiles.rule(at: text).map { LibraryTimeZone(name: nil, rule: $0) }
    }
    if let rule = source.rule(named: text) { return LibraryTimeZone(name: text, rule: rule) }
    return (try? POSIXTimeZone(text)).map { LibraryTimeZone(name: nil, rule: $0) }
  }

  /// Returns the zone of a link to a file of the database, also through further links.
  private static func zone(ofLink path: String, in source: ZoneFiles) -> LibraryTimeZone? {
    var path = path
    for _ in 0..<8 {
      guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else { return nil }
      let parent = URL(fileURLWithPath: path).deletingLastPathComponent()
      path = target.hasPrefix("/") ? target : parent.appendingPathComponent(target).standardized.path
      if let zone = zone(ofPath: path, in: source) { return zone }
    }
    return nil
  }

  /// Returns the zone of a file in the folder of the database, such as /usr/share/zoneinfo/Europe/Berlin.
  private static func zone(ofPath path: String, in source: ZoneFiles) -> LibraryTimeZone? {
    guard path.hasPrefix(source.folder + "/") else { return nil }
    let name = String(path.dropFirst(source.folder.utf8.count + 1))
    return source.rule(named: name).map { LibraryTimeZone(name: name, rule: $0) }
  }

  /// Returns the first line of a small file.
  private static func text(of path: String) -> String? {
    guard let bytes = FileManager.default.contents(atPath: path), bytes.count < 1000 else { return nil }
    return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).first.map {
      $0.trimmingCharacters(in: .whitespaces)
    }
  }
}

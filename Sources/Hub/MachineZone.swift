internal import Foundation
internal import Lending

/// The time zone of this machine, in the form that the library policy needs.
enum MachineZone {
  /// Returns the time zone in the POSIX form. This is the value of TZ if it has that form, otherwise the last line of
  /// the zone's file (TZif, RFC 8536, 3.3). Returns UTC if neither can be read.
  static func posix(
    environment: [String: String] = ProcessInfo.processInfo.environment, localTime: String = "/etc/localtime"
  ) -> String {
    if let name = environment["TZ"].map({ $0.hasPrefix(":") ? String($0.dropFirst()) : $0 }), !name.isEmpty {
      if (try? POSIXTimeZone(name)) != nil { return name }
      let path = name.hasPrefix("/") ? name : "/usr/share/zoneinfo/\(name)"
      if !name.contains(".."), let footer = footer(of: path) { return footer }
    }
    return footer(of: localTime) ?? POSIXTimeZone.utc.description
  }

  /// Returns the rule that applies after the last transition in the file: the text between the last two line feeds.
  static func footer(of path: String) -> String? {
    guard let bytes = FileManager.default.contents(atPath: path), bytes.starts(with: Array("TZif".utf8)),
      bytes.last == UInt8(ascii: "\n"),
      let start = bytes.dropLast().lastIndex(of: UInt8(ascii: "\n"))
    else { return nil }
    let text = String(decoding: bytes[bytes.index(after: start)..<bytes.index(before: bytes.endIndex)], as: UTF8.self)
    return (try? POSIXTimeZone(text)) == nil ? nil : text
  }
}

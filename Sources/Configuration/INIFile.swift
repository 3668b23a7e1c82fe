internal import CINI
internal import Glibc

/// A configuration file (libinih): `[section]`, `name = value`, comments after `;` or `#`.
package enum INIFile {
  /// A value, and where it stands.
  package struct Line: Sendable, Equatable {
    /// From 1.
    package let number: Int
    package let section: String
    package let name: String
    package let value: String
  }

  private static let mostBytes = 1024 * 1024
  private static let longestLine = 4096

  /// Reads a file of settings that are no configuration of a program, as a profile of a device.
  ///
  /// - Parameter path: of a regular file of 1 MiB at most.
  /// - Returns: its values in their order.
  /// - Throws: `ConfigurationError`, naming the file and the line.
  package static func lines(of path: String) throws(ConfigurationError) -> [Line] {
    try lines(try bytes(path, mayBeAbsent: false) ?? [], path: path)
  }

  /// The content of a file.
  ///
  /// - Parameters:
  ///   - path: of a regular file of 1 MiB at most.
  ///   - mayBeAbsent: whether nil is returned where there is none.
  /// - Returns: its bytes.
  /// - Throws: `unreadable`.
  static func bytes(_ path: String, mayBeAbsent: Bool) throws(ConfigurationError) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if file < 0, errno == ENOENT, mayBeAbsent { return nil }
    guard file >= 0 else { throw unreadable(path) }
    defer { close(file) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(file, &part, part.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw unreadable(path) }
      guard count > 0 else { return bytes }
      bytes.append(contentsOf: part[..<count])
      guard bytes.count <= mostBytes else { throw .unreadable(path: path, reason: "it has more than 1 MiB") }
    }
  }

  /// Takes a file apart (`ini_parse_stream`).
  ///
  /// - Parameters:
  ///   - bytes: its content.
  ///   - path: for the message.
  /// - Returns: its values with their sections and lines.
  /// - Throws: `malformed` for the first line that is none.
  static func lines(_ bytes: [UInt8], path: String) throws(ConfigurationError) -> [Line] {
    let parse = Parse(bytes)
    let code = deadwax_ini_parse(
      readLine, Unmanaged.passUnretained(parse).toOpaque(), takeValue, Int32(longestLine))
    let broken = code > 0 ? (Int(code), "this is no [section], no name = value and no comment") : nil
    if let (line, reason) = [parse.fault, broken].compactMap(\.self).min(by: { $0.0 < $1.0 }) {
      throw .malformed(path: path, line: line, reason: reason)
    }
    guard code == 0 else { throw .unreadable(path: path, reason: "ini_parse_stream failed with \(code)") }
    return parse.lines
  }

  private static func unreadable(_ path: String) -> ConfigurationError {
    .unreadable(path: path, reason: String(cString: strerror(errno)))
  }
}

/// A file on its way through the library, which asks for it line by line and so never knows more than we count.
private final class Parse {
  private let bytes: [UInt8]
  private var next = 0
  private var number = 0
  private(set) var lines: [INIFile.Line] = []
  private(set) var fault: (Int, String)?

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Writes the next line and a NUL; false at the end.
  func read(into buffer: UnsafeMutableBufferPointer<CChar>) -> Bool {
    guard next < bytes.count, fault == nil else { return false }
    number += 1
    let end = bytes[next...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
    let line = bytes[next..<end]
    next = end
    if line.contains(0) || String(validating: line, as: UTF8.self) == nil {
      fault = (number, "this is not UTF-8 text")
    } else if line.count + 1 > buffer.count {
      fault = (number, "this line has more than \(buffer.count - 1) bytes")
    } else if isIndented(line) {
      // The library would join it to the value before.
      fault = (number, "a line must not begin with white space")
    }
    guard fault == nil else { return false }
    for (index, byte) in line.enumerated() { buffer[index] = CChar(bitPattern: byte) }
    buffer[line.count] = 0
    return true
  }

  func take(_ section: String, _ name: String, _ value: String) {
    lines.append(INIFile.Line(number: number, section: section, name: name, value: value))
  }

  private func isIndented(_ line: ArraySlice<UInt8>) -> Bool {
    guard line.first == 0x20 || line.first == 0x09 else { return false }
    guard let first = line.first(where: { $0 != 0x20 && !(0x09...0x0D).contains($0) }) else { return false }
    return first != UInt8(ascii: ";") && first != UInt8(ascii: "#")
  }
}

private func readLine(
  _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int32, _ stream: UnsafeMutableRawPointer?
) -> UnsafeMutablePointer<CChar>? {
  guard let buffer, let stream, size > 0 else { return nil }
  let parse = Unmanaged<Parse>.fromOpaque(stream).takeUnretainedValue()
  return parse.read(into: UnsafeMutableBufferPointer(start: buffer, count: Int(size))) ? buffer : nil
}

private func takeValue(
  _ user: UnsafeMutableRawPointer?, _ section: UnsafePointer<CChar>?, _ name: UnsafePointer<CChar>?,
  _ value: UnsafePointer<CChar>?
) -> Int32 {
  guard let user, let section, let name, let value else { return 0 }
  Unmanaged<Parse>.fromOpaque(user).takeUnretainedValue().take(
    String(cString: section), String(cString: name), String(cString: value))
  return 1
}

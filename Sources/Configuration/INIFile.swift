internal import CINI
internal import Glibc

/// A configuration file (libinih) with `[section]`, `name = value`, and comments after `;` or `#`.
package enum INIFile {
  /// A value with its position in the file.
  package struct Line: Sendable, Equatable {
    /// The line number, from 1.
    package let number: Int
    package let section: String
    package let name: String
    package let value: String
  }

  /// A header `[section]` with its position in the file.
  struct Header: Sendable, Equatable {
    let number: Int
    let section: String
  }

  /// The headers and the values of a file, each in order.
  struct Content: Sendable, Equatable {
    var headers: [Header] = []
    var lines: [Line] = []
  }

  private static let mostBytes = 1024 * 1024
  private static let longestLine = 4096

  /// Reads a file of settings other than a program's configuration, such as a device profile.
  ///
  /// - Parameter path: the path of a regular file of at most 1 MiB.
  /// - Returns: the values in order.
  /// - Throws: `ConfigurationError` with the file and the line.
  package static func lines(of path: String) throws(ConfigurationError) -> [Line] {
    try content(try bytes(path, mayBeAbsent: false) ?? [], path: path).lines
  }

  /// Reads a file whose keys are each given at most once.
  ///
  /// - Parameters:
  ///   - path: the path of a regular file of at most 1 MiB.
  ///   - known: the keys that the file may have, each with its section, such as `sheet.columns`.
  /// - Returns: the values by their keys with sections.
  /// - Throws: `ConfigurationError` with the file and the line.
  package static func values(of path: String, known: Set<String>) throws(ConfigurationError) -> [String: String] {
    var values: [String: String] = [:]
    for line in try lines(of: path) {
      let key = "\(line.section).\(line.name)"
      guard known.contains(key) else {
        throw .unknown(section: line.section, name: line.name, path: path, line: line.number, hint: nil)
      }
      guard values.updateValue(line.value, forKey: key) == nil else {
        throw .malformed(path: path, line: line.number, reason: "\(line.name) is given twice")
      }
    }
    return values
  }

  /// Reads the content of a file.
  ///
  /// - Parameters:
  ///   - path: the path of a regular file of at most 1 MiB.
  ///   - mayBeAbsent: true to return nil if there is no file.
  /// - Returns: the content.
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

  /// Parses a file (`ini_parse_stream`).
  ///
  /// - Parameters:
  ///   - bytes: the content.
  ///   - path: the path for the error message.
  /// - Returns: the headers and the values with their lines.
  /// - Throws: `malformed` for the first invalid line.
  static func content(_ bytes: [UInt8], path: String) throws(ConfigurationError) -> Content {
    let parse = Parse(bytes)
    let code = deadwax_ini_parse(
      readLine, Unmanaged.passUnretained(parse).toOpaque(), takeValue, Int32(longestLine))
    let broken = code > 0 ? (Int(code), "this is not a [section], a name = value or a comment") : nil
    if let (line, reason) = [parse.fault, broken].compactMap(\.self).min(by: { $0.0 < $1.0 }) {
      throw .malformed(path: path, line: line, reason: reason)
    }
    guard code == 0 else { throw .unreadable(path: path, reason: "ini_parse_stream failed with \(code)") }
    return parse.content
  }

  private static func unreadable(_ path: String) -> ConfigurationError {
    .unreadable(path: path, reason: String(cString: strerror(errno)))
  }
}

/// The state of a parse. The library requests the file line by line, so the current line number is known.
private final class Parse {
  private let bytes: [UInt8]
  private var next = 0
  private var number = 0
  private(set) var content = INIFile.Content()
  private(set) var fault: (Int, String)?

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Writes the next line and a NUL to the buffer. Returns false at the end.
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
      // The library would join it to the previous value.
      fault = (number, "a line must not begin with white space")
    }
    guard fault == nil else { return false }
    noteHeader(in: line)
    for (index, byte) in line.enumerated() { buffer[index] = CChar(bitPattern: byte) }
    buffer[line.count] = 0
    return true
  }

  func take(_ section: String, _ name: String, _ value: String) {
    // The library cuts a long section off, so the header itself is used.
    let section = content.headers.last?.section ?? section
    content.lines.append(INIFile.Line(number: number, section: section, name: name, value: value))
  }

  /// Notes the header of a section, which the library reports only with a value.
  private func noteHeader(in line: ArraySlice<UInt8>) {
    guard line.first == UInt8(ascii: "["), let end = line.firstIndex(of: UInt8(ascii: "]")) else { return }
    let section = String(decoding: line[(line.startIndex + 1)..<end], as: UTF8.self)
    content.headers.append(INIFile.Header(number: number, section: section))
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

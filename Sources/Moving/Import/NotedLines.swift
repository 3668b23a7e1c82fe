internal import Deadwax

/// The lines that gave releases values, in a file without a name. In memory are two words for each release.
final class NotedLines: @unchecked Sendable {
  // Sendable is sound: one plan uses it, on one thread after another.
  private let file: ExportFile
  /// The place of the first line of each release in the file, and of further lines.
  private var first: [Release.ID: Int] = [:]
  private var further: [Release.ID: [Int]] = [:]

  /// - Parameter folder: the folder on whose disk the file is.
  /// - Throws: `MovingError.diskFull` or `.unavailable`.
  init(in folder: String) throws(MovingError) { file = try ExportFile(in: folder) }

  /// Notes a line of a release.
  ///
  /// - Throws: `MovingError.diskFull` or `.unavailable`.
  func add(_ line: NotedLine, of release: Release.ID) throws(MovingError) {
    let bytes = line.bytes
    let place = file.count
    let size = UInt32(bytes.count)
    try file.append((0..<4).map { UInt8(truncatingIfNeeded: size >> ($0 * 8)) } + bytes)
    if first[release] == nil { first[release] = place } else { further[release, default: []].append(place) }
  }

  /// Returns the lines of a release, in the order of the file.
  ///
  /// - Throws: `MovingError.unavailable` if the file cannot be read.
  func lines(of release: Release.ID) throws(MovingError) -> [NotedLine] {
    guard let place = first[release] else { return [] }
    var lines: [NotedLine] = []
    for place in [place] + (further[release] ?? []) {
      let size = try file.bytes(at: place, count: 4).reversed().reduce(0) { $0 << 8 | Int($1) }
      guard let line = NotedLine(bytes: try file.bytes(at: place + 4, count: size)) else {
        throw .unavailable("The lines of the import can no longer be read.")
      }
      lines.append(line)
    }
    return lines
  }
}

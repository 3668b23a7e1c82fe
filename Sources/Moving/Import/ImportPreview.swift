internal import CSV

/// The lines of a plan, in a file without a name. The memory is some words for each line, whatever the lines say.
struct ImportPreview: Sendable {
  /// A line without its text.
  private struct Entry: Sendable {
    let line: Int
    /// The end of its bytes in the file.
    let end: Int
    /// The digest of its effect in this run of the program.
    let effect: Int
    let fate: ImportLine.Fate
  }

  private let entries: [Entry]
  private let file: ImportFile
  /// The digest of all lines.
  let digest: String
  let counts: [ImportLine.Fate: Int]
  let newReleases: Int

  /// The number of lines.
  var count: Int { entries.count }

  /// Returns true if the line at a position, from 0, has the effect here that it has in another plan.
  func hasEffect(of line: ImportLine, at index: Int) -> Bool {
    index < entries.count && entries[index].effect == line.effect
  }

  /// Returns lines, in the order of the file.
  ///
  /// - Parameters:
  ///   - fate: the fate of the lines; nil for all.
  ///   - line: the number of the line before the first one; nil for the beginning.
  ///   - limit: the largest number of lines.
  /// - Returns: the lines, and whether more follow.
  /// - Throws: `MovingError.unavailable` if the file cannot be read.
  func lines(
    _ fate: ImportLine.Fate?, after line: Int?, limit: Int
  ) throws(MovingError) -> (lines: [ImportLine], hasMore: Bool) {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].line > line ?? 0 { high = middle } else { low = middle + 1 }
    }
    var lines: [ImportLine] = []
    for index in low..<entries.count where fate == nil || entries[index].fate == fate {
      if lines.count == limit { return (lines, true) }
      let start = index == 0 ? 0 : entries[index - 1].end
      guard let line = ImportLine(bytes: try file.bytes(at: start, count: entries[index].end - start)) else {
        throw .unavailable("The preview of the import can no longer be read.")
      }
      lines.append(line)
    }
    return (lines, false)
  }

  /// A preview whose lines are written one after another.
  struct Writing {
    private var entries: [Entry] = []
    private var counts: [ImportLine.Fate: Int] = [:]
    private var newReleases = 0
    private let file: ExportFile

    /// - Parameter folder: the folder on whose disk the file is.
    /// - Throws: `MovingError.diskFull` or `.unavailable`.
    init(in folder: String) throws(MovingError) { file = try ExportFile(in: folder) }

    /// Adds the next line.
    ///
    /// - Throws: `MovingError.diskFull` or `.unavailable`.
    mutating func add(_ line: ImportLine) throws(MovingError) {
      try file.append(line.bytes)
      entries.append(Entry(line: line.line, end: file.count, effect: line.effect, fate: line.fate))
      counts[line.fate, default: 0] += 1
      if line.addsRelease { newReleases += 1 }
    }

    /// Returns the preview.
    ///
    /// - Throws: `MovingError.diskFull` or `.unavailable`.
    func finish() throws(MovingError) -> ImportPreview {
      ImportPreview(
        entries: entries,
        file: ImportFile(
          descriptor: try file.finish(), count: file.count, dialect: CSVDialect(encoding: .utf8, delimiter: .comma)),
        digest: file.digests.hexadecimal, counts: counts, newReleases: newReleases)
    }
  }
}

extension ImportLine {
  /// A digest of what the line does to the library, for this run of the program. Values that stay do not count.
  fileprivate var effect: Int {
    var hasher = Hasher()
    hasher.combine(line)
    hasher.combine(fate)
    hasher.combine(addsRelease)
    for item in differences where !item.isKept { hasher.combine(item) }
    hasher.combine(refusal)
    return hasher.finalize()
  }
}

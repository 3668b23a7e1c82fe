import Foundation
import TestSupport

/// The programs that docs/readers.md prints, as a reader of that page would type them in.
enum PrintedReader: Int {
  /// The gate, in whose field the tags are the lines of a file.
  case gate = 0
  /// The folder of pictures.
  case folder = 1

  /// The longest program that the page may print, so that it stays readable.
  static let lineLimit = 60

  /// Returns the text of the program.
  ///
  /// - Throws: an error if the page cannot be read, or prints no such program.
  func text() throws -> String {
    let page = try String(contentsOfFile: Repository.path("docs/readers.md"), encoding: .utf8)
    let blocks = page.components(separatedBy: "```python\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
    guard blocks.count == 2 else { throw TestFailure("docs/readers.md prints \(blocks.count) programs") }
    return blocks[rawValue]
  }

  /// Writes the program to a folder, and returns the command that runs it.
  func install(in folder: TemporaryFolder, arguments: String...) throws -> String {
    let path = try folder.write(try text(), to: "reader-\(rawValue).py")
    return (["/usr/bin/env", "python3", path] + arguments).map { "\"\($0)\"" }.joined(separator: " ")
  }
}

/// The field of the printed gate: a file that is replaced as a whole.
struct GateField {
  let path: String

  init(in folder: TemporaryFolder) throws {
    path = folder.path("field")
    try put([])
  }

  /// Sets the tags in the field.
  func put(_ tags: [String]) throws {
    try Data(tags.map { $0 + "\n" }.joined().utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
  }
}

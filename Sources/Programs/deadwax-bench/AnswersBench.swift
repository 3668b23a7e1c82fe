internal import Foundation
internal import Lookup

/// The count of a folder of Discogs' answers: each file is parsed as the answer that it is, or gives the typed error
/// that the hub handles. A file that breaks a parser ends the program.
enum AnswersBench {
  static func run(_ folder: String) throws {
    var parsed: [AnswerKind: Int] = [:]
    var refused: [String: Int] = [:]
    var failures: [String] = []
    var (skipped, files) = (0, 0)
    for path in try paths(in: folder) {
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
      files += 1
      let (kind, body) = AnswerKind.find(in: bytes) ?? (nil, bytes)
      do throws(LookupError) {
        skipped += try (kind ?? .release).skipped(in: body)
        parsed[kind ?? .release, default: 0] += 1
        if kind?.isRequested != true { failures.append("\(path): parsed as a release") }
      } catch {
        refused["\(kind?.rawValue ?? "files that are not JSON"): \(error)", default: 0] += 1
        if kind?.isRequested == true { failures.append("\(path): \(error)") }
      }
    }
    guard files > 0 else { throw BenchFailure("there are no files in \(folder)") }
    print("answers: \(files) files, each parsed as the answer that its shape shows")
    for kind in AnswerKind.allCases where kind.isRequested { print("  \(parsed[kind, default: 0])  \(kind.rawValue)") }
    print("  \(refused.values.reduce(0, +))  refused with the typed error, of which")
    for (reason, count) in refused.sorted(by: { $0.key < $1.key }) { print("    \(count)  \(reason)") }
    print("  \(skipped) invalid parts were skipped")
    guard failures.isEmpty else {
      throw BenchFailure("not as their shapes show:\n  " + failures.joined(separator: "\n  "))
    }
  }

  private static func paths(in folder: String) throws -> [String] {
    guard let found = FileManager.default.enumerator(atPath: folder) else {
      throw BenchFailure("there is no folder \(folder)")
    }
    var paths: [String] = []
    while let name = found.nextObject() as? String {
      if found.fileAttributes?[.type] as? FileAttributeType == .typeRegular { paths.append("\(folder)/\(name)") }
    }
    return paths.sorted()
  }
}

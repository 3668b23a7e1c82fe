internal import Deadwax
internal import Foundation
internal import Lookup

/// The count of a folder of Discogs' answers: each file becomes a release or a page of hits, or is the typed error that
/// the look-ups handle. A file that breaks the parser ends the program.
enum AnswersBench {
  private enum Kind: String, CaseIterable {
    case release = "releases"
    case hits = "pages of search results"
    case neither = "neither, with the typed error"
  }

  static func run(_ folder: String) throws {
    var counts: [Kind: Int] = [:]
    var errors: [String: Int] = [:]
    var (hits, skipped, files) = (0, 0, 0)
    for path in try paths(in: folder) {
      let body = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
      files += 1
      do throws(LookupError) {
        let page = try DiscogsAnswer.hits(in: body)
        counts[.hits, default: 0] += 1
        hits += page.value.count
        skipped += page.skipped
        continue
      } catch {}
      do throws(LookupError) {
        skipped += try DiscogsAnswer.release(in: body, at: Timestamp(milliseconds: 0)).skipped
        counts[.release, default: 0] += 1
      } catch {
        counts[.neither, default: 0] += 1
        errors[error.description, default: 0] += 1
      }
    }
    guard files > 0 else { throw BenchFailure("there are no files in \(folder)") }
    print("answers: \(files) files, each parsed as a page of search results and as a release")
    for kind in Kind.allCases { print("  \(counts[kind, default: 0])  \(kind.rawValue)") }
    for (error, count) in errors.sorted(by: { $0.key < $1.key }) { print("  \(count)  × \(error)") }
    print("  \(hits) hits in the pages; \(skipped) invalid parts were skipped")
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

internal import Deadwax
internal import Foundation

/// The requests of the library's pages, for a library of any size.
struct PageLoad {
  let library: BigLibrary
  let port: Int
  private static let rounds = 200
  /// The time in seconds after which a page that misses its goal by far is not requested again.
  private static let patience = 5.0
  /// The largest acceptable 99th percentile, in milliseconds.
  static let goal = 100.0

  private struct Page {
    var name: String
    var path: (Int) -> String
  }

  /// Requests each page, one request after another, and prints the response times.
  ///
  /// - Throws: `BenchFailure` if a response has a status other than 200.
  func run() throws {
    print("  pages, one after the other                  p50          p99      (goal: p99 at most 100 ms)")
    for page in pages {
      let client = LoadClient(port: port, connections: 1)
      var times: [Double] = []
      let start = seconds()
      while times.count < Self.rounds, seconds() - start < Self.patience {
        let result = client.run(10, expecting: "HTTP/1.1 200") { round in
          Array("GET /api/v1/\(page.path(times.count + round)) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".utf8)
        }
        guard result.unexpected == 0, result.requests == 10 else {
          throw BenchFailure("\(page.name): \(10 - result.requests) of 10 answers were not 200")
        }
        times += result.milliseconds
      }
      times.sort()
      let (half, most) = (Figure.percentile(times, 0.5), Figure.percentile(times, 0.99))
      let name = page.name.padding(toLength: 34, withPad: " ", startingAt: 0)
      print(
        """
            \(name)\(Figure.milliseconds(half))   \(Figure.milliseconds(most))   \
        \(Figure.met(most <= Self.goal)) (\(times.count) times)
        """)
    }
  }

  private var pages: [Page] {
    let library = library
    func copy(_ round: Int) -> Int { library.draw(below: library.size.copies, .extra, round, 20) }
    func release(_ round: Int) -> String { library.release(library.releaseOfCopy(copy(round))).text }
    // Any position between the first page and the last.
    func cursor(_ round: Int) -> String {
      let index = library.draw(below: library.size.releases, .extra, round, 21)
      return "\(library.releaseTime(index).milliseconds).\(library.release(index))"
    }
    return [
      Page(name: "resolve a code") { "resolve?code=\(library.copyCode(copy($0)))" },
      Page(name: "a release with its copies") { "releases/\(release($0))" },
      Page(name: "the copies of a release") { "copies?release=\(release($0))" },
      Page(name: "a copy") { "copies/\(library.copy(copy($0)))" },
      Page(name: "the library, first page") { _ in "releases?limit=50" },
      Page(name: "the library, any page") { "releases?limit=50&cursor=\(cursor($0))" },
      Page(name: "copies, any page") { "copies?limit=50&cursor=\(copy($0) + 2)" },
      Page(name: "copies of a place, any page") { round in
        let place = library.place(library.rooms + round % library.size.shelves)
        return "copies?limit=50&place=\(place)&cursor=\(copy(round) + 2)"
      },
      Page(name: "search, a common word") { _ in "releases?limit=50&search=\(library.word(0))" },
      Page(name: "search, two words of a record") { round in
        let index = library.releaseOfCopy(copy(round))
        let words = [1, 3].map { library.word(library.number(.extra, index, $0)) }
        return "releases?limit=50&search=\(words.joined(separator: "%20"))"
      },
      Page(name: "search, no match") { "releases?limit=50&search=Xylophon\($0)" },
      Page(name: "the history") { _ in "scans?limit=50" },
    ]
  }
}

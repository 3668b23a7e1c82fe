import Foundation
import TestSupport
import Testing

/// The bench of release records, with few of them: it fails if the peer stored other facts.
@Suite(.timeLimit(.minutes(15)))
struct CatalogueBenchTests {
  /// A folder in which the bench finds what it reads in the repository, and writes.
  private func place() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for name in ["demo", "Tests", ".venv"] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path(name), withDestinationPath: Repository.path(name))
    }
    return folder
  }

  @Test func `the hub's code and the peer store the same facts of each record`() async throws {
    let folder = try place()
    let bench = try ChildProgram("deadwax-bench", ["catalogue", "--records", "150"], in: folder.path)
    defer { bench.end() }
    #expect(try await bench.exit(within: .seconds(600)) == .code(0), "\(bench.transcript)")
    let printed = bench.lines()
    #expect(printed.contains { $0.hasPrefix("  Deadwax  ") && $0.contains("/s") }, "\(bench.transcript)")
    #expect(printed.contains { $0.hasPrefix("  python3-discogs-client + sqlite3  ") }, "\(bench.transcript)")
    #expect(
      printed.contains { $0.hasSuffix(" times; both stored the same facts of 150 records in each round") },
      "\(bench.transcript)")
  }

  @Test(arguments: [["catalogue", "--records", "0"], ["scans", "--records", "5"], ["start", "--records", "5"]])
  func `the number of records is refused elsewhere, and for none`(arguments: [String]) async throws {
    let bench = try ChildProgram("deadwax-bench", arguments)
    defer { bench.end() }
    #expect(try await bench.exit(within: .seconds(60)) == .code(64), "\(bench.transcript)")
  }

  @Test func `the comparison sees another fact, and a missing record`() async throws {
    let folder = try TemporaryFolder()
    func record(_ number: Int, _ title: String, in name: String) throws {
      try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
      try folder.write(
        """
        {"id": \(number), "title": "Suite", "year": 1974, "artists": [], "labels": [], "companies": [],
         "formats": [{"name": "CD", "qty": "1"}],
         "tracklist": [{"position": "1", "type_": "track", "title": "\(title)", "duration": "3:32"}]}
        """, to: "\(name)/\(number).json")
    }
    for number in 1...3 { try record(number, "One", in: "left") }
    try record(1, "One", in: "right")
    try record(2, "Another", in: "right")
    for name in ["left", "right"] {
      let answer = try await peer(["store", folder.path(name), folder.path("\(name).sqlite")])
      #expect(answer["records"] as? Int == (name == "left" ? 3 : 2))
    }
    let compared = try await peer(["compare", folder.path("left.sqlite"), folder.path("right.sqlite")])
    #expect(compared["records"] as? Int == 3)
    #expect(compared["different"] as? Int == 2)
    #expect((compared["first"] as? String)?.hasPrefix("release 2, track: ") == true, "\(compared)")
    let same = try await peer(["compare", folder.path("left.sqlite"), folder.path("left.sqlite")])
    #expect(same["different"] as? Int == 0)
  }

  /// Runs the peer and returns what it prints.
  private func peer(_ arguments: [String]) async throws -> [String: Any] {
    let child = try ChildProgram(
      path: Repository.path(".venv/bin/python"), [Repository.path("Tests/python/catalogue_peer.py")] + arguments,
      environment: [:], in: Repository.root)
    defer { child.end() }
    #expect(try await child.exit(within: .seconds(120)) == .code(0), "\(child.transcript)")
    let line = try #require(child.lines().last)
    return try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }
}

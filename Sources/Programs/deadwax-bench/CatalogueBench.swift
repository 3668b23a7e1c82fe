internal import Deadwax
internal import Foundation
internal import Log
internal import Lookup
internal import Storage

/// A benchmark of release records from Discogs: read from files, decoded and stored, one transaction each. It compares
/// Deadwax with a plain Python program that uses python3-discogs-client and sqlite3.
enum CatalogueBench {
  private static let rounds = 3
  static let standardRecords = 2000

  static func run(records count: Int = standardRecords) throws {
    let bench = try Workbench("catalogue")
    let folder = bench.folder + "/releases"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let bytes = try CatalogueRecords(count: count).write(to: folder)
    print(
      """
      catalogue: records a second, decoded and stored, median of \(rounds) rounds that take turns; \(count) records of \
      \(bytes / count / 1024) KiB on average, one transaction each; WAL, synchronous=FULL on this disk
      """)
    let peer = CataloguePeer()
    var (ours, theirs) = ([Double](), [Double]())
    for round in 1...rounds {
      let (own, other) = ("\(bench.folder)/deadwax-\(round).sqlite", "\(bench.folder)/peer-\(round).sqlite")
      BenchProgress.step("catalogue, round \(round) of \(rounds), Deadwax")
      ours.append(Double(count) / (try store(count, from: folder, in: own)))
      guard let peer else { continue }
      BenchProgress.step("catalogue, round \(round) of \(rounds), python3-discogs-client")
      let stored = try peer.store(from: folder, in: other)
      guard stored.records == count else { throw BenchFailure("the peer stored \(stored.records) of \(count) records") }
      theirs.append(Double(count) / stored.seconds)
      let compared = try peer.compare(own, other)
      guard compared.records == count, compared.different == 0 else {
        throw BenchFailure(
          "\(compared.different) of \(compared.records) records differ, the first in: \(compared.first ?? "nothing")")
      }
    }
    let rate = Figure.median(ours)
    print("  Deadwax                            \(Figure.count(rate))/s, with its history, events and index of words")
    guard peer != nil else {
      print("  python3-discogs-client + sqlite3       left out: there is no .venv with it")
      return
    }
    let peerRate = Figure.median(theirs)
    print(
      """
        python3-discogs-client + sqlite3   \(Figure.count(peerRate))/s, with the same facts only
        Deadwax against it                 \(Figure.ratio(rate / peerRate)) times; both stored the same facts of \(count) \
      records in each round
      """)
  }

  /// Decodes and stores all records as a look-up does.
  ///
  /// - Returns: the seconds from the first file to the last commit.
  private static func store(_ count: Int, from folder: String, in path: String) throws -> Double {
    let database = try Database(
      path: path, migrations: Migration.all, logger: .silent, newestSequence: EventJournal.newestSequence)
    defer { database.close() }
    let start = seconds()
    for index in 0..<count {
      let body = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(CatalogueRecords.number(index)).json"))
      let now = Timestamp.now()
      let found = try DiscogsAnswer.release(in: Array(body), at: now)
      guard found.skipped == 0 else { throw BenchFailure("parts of record \(found.value.id) were skipped") }
      let before = Release(id: .new(at: now), status: .unresolved, medium: .other, title: "", artist: "")
      try database.write { transaction in
        try transaction.insert(before)
        var after = before
        found.value.fill(&after)
        try transaction.resolve(before, as: after, with: found.value.detail, scan: nil)
      }
    }
    return seconds() - start
  }
}

/// The peer, in the repository's Python environment.
private struct CataloguePeer {
  private static let python = ".venv/bin/python"

  struct Stored: Decodable {
    let records: Int
    let seconds: Double
  }

  struct Compared: Decodable {
    let records: Int
    let different: Int
    /// The first difference; nil for none.
    let first: String?
  }

  /// Creates the peer; nil if the environment or its python3-discogs-client is missing.
  init?() {
    guard FileManager.default.isExecutableFile(atPath: Self.python),
      (try? Self.run(["-c", "import discogs_client"])) != nil
    else { return nil }
  }

  func store(from folder: String, in database: String) throws -> Stored { try answer(["store", folder, database]) }

  /// Compares the facts in two databases.
  func compare(_ ours: String, _ theirs: String) throws -> Compared { try answer(["compare", ours, theirs]) }

  private func answer<Answer: Decodable>(_ arguments: [String]) throws -> Answer {
    try JSONDecoder().decode(Answer.self, from: Self.run(["Tests/python/catalogue_peer.py"] + arguments))
  }

  @discardableResult
  private static func run(_ arguments: [String]) throws -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: python)
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw BenchFailure("the Python program failed: \(arguments.joined(separator: " "))")
    }
    return data
  }
}

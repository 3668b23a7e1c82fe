internal import Foundation

/// The peers of the search: FTS5 with bm25 alone, LIKE and Xapian, in a Python program that types the same texts.
enum SearchPeer {
  /// The Python of Debian, which can import its package python3-xapian.
  private static let python = "/usr/bin/python3"

  /// Types some of the texts, and prints the times of each peer.
  ///
  /// - Parameters:
  ///   - typed: the texts.
  ///   - data: the data folder of a stopped hub.
  ///   - folder: a folder for the indexes of the peers.
  /// - Throws: `BenchFailure` if the program fails.
  static func run(_ typed: [SearchTyping], data: String, folder: String) throws {
    guard FileManager.default.isExecutableFile(atPath: python) else {
      return print("  peers left out: there is no \(python)")
    }
    BenchProgress.step("search: the peers build their indexes, which takes minutes")
    let texts = folder + "/texts.json"
    let list = typed.map { ["kind": $0.kind.rawValue, "text": $0.text] }
    try JSONEncoder().encode(list).write(to: URL(fileURLWithPath: texts))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: python)
    process.arguments = ["Tests/python/search_peer.py", data + "/deadwax.sqlite", texts, folder]
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw BenchFailure("the Python program of the peers failed") }
  }
}

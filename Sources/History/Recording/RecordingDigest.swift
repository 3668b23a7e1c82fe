internal import Secrets

/// The last line of a recording's file: a digest of all lines before it. It distinguishes an incomplete or modified
/// file from one that replays with differences.
///
/// It does not authenticate the file: an intentional change can include a new digest.
package struct RecordingDigest {
  private var chain: [UInt8] = []

  package init() {}

  /// Adds the next line, without its line feed.
  package mutating func add(_ line: String) {
    let (high, low) = Digest.of(chain + Array(line.utf8))
    chain = [high, low].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) } }
  }

  /// The last line of the file.
  package var line: String {
    let digits = chain.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    return #"{"digest":"\#(digits)"}"#
  }

  /// Returns true if the last line is the digest of the lines before it.
  static func isWhole(_ lines: some Collection<String>) -> Bool {
    var digest = RecordingDigest()
    var last: String?
    for line in lines where !line.isEmpty {
      if let last { digest.add(last) }
      last = line
    }
    return last == digest.line
  }
}

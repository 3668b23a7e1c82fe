/// The options of the lending part of the benchmark `station`.
struct LendingOptions {
  var size = BigLibrary.Size.big
  var seed: UInt64 = 1
  /// The folder that stores the library for the next run; nil to store nothing.
  var shelf: String?
  /// The time in seconds at the pace of a busy library.
  var duration = 60
  /// The time in seconds at ten times that pace.
  var burst = 60

  static let usage = """
    --keep DIR          stores the library there, and reuses it the next time
    --small             a hundredth of the size
    --copies N          a library of N copies instead of a million
    --seed N            another library; by default 1
    --seconds N         duration of 50 scans per second, and then of 500; by default 60
    """

  /// Parses `--name value` words.
  ///
  /// - Throws: `BenchFailure` for an unknown option or an invalid value.
  init(_ words: [String]) throws {
    var words = words[...]
    while let word = words.popFirst() {
      switch word {
      case "--small": size = .small
      case "--copies":
        guard let number = words.popFirst().flatMap({ Int($0) }), (10_000...10_000_000).contains(number) else {
          throw BenchFailure("--copies needs a number from 10000")
        }
        size = .big.scaled(toCopies: number)
      case "--keep":
        guard let folder = words.popFirst() else { throw BenchFailure("--keep needs a folder") }
        shelf = folder
      case "--seed":
        guard let number = words.popFirst().flatMap({ UInt64($0) }) else { throw BenchFailure("--seed needs a number") }
        seed = number
      case "--seconds":
        guard let number = words.popFirst().flatMap({ Int($0) }), (1...86_400).contains(number) else {
          throw BenchFailure("--seconds needs a number from 1")
        }
        (duration, burst) = (number, number)
      default: throw BenchFailure("unexpected argument '\(word)'")
      }
    }
  }
}

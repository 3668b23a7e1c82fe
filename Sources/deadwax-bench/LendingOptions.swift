/// The options of the lending part of the benchmark `desk`.
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
    --keep DIR          keeps the library there, and takes it from there the next time
    --small             a hundredth of it
    --copies N          as much of everything as goes with so many copies, instead of a million
    --seed N            another library; 1 if not told
    --seconds N         how long the stations scan 50 codes a second, and then 500; 60 if not told
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
      default: throw BenchFailure("what is '\(word)'?")
      }
    }
  }
}

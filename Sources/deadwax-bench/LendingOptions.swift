/// What the lending part of the desk's benchmark is told.
struct LendingOptions {
  var size = BigLibrary.Size.big
  var seed: UInt64 = 1
  /// Where the library is kept for the next run; nil for nowhere.
  var shelf: String?
  /// How long it goes at the pace of a busy house.
  var duration = 60
  /// How long it goes at ten times that.
  var burst = 60

  static let usage = """
    --keep DIR          keeps the library there, and takes it from there the next time
    --small             a hundredth of it
    --seed N            another library; 1 if not told
    --seconds N         how long the stations scan 50 codes a second, and then 500; 60 if not told
    """

  /// Reads `--name value` words.
  ///
  /// - Throws: `BenchFailure` for what is not known.
  init(_ words: [String]) throws {
    var words = words[...]
    while let word = words.popFirst() {
      switch word {
      case "--small": size = .small
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

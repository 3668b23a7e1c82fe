internal import CommandLineArguments

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

  /// The options of the benchmarks in a large library.
  static let options = [
    Option("keep", .path, "DIR", "store the library there, and reuse it the next time"),
    Option.flag("small", "a hundredth of the size"),
    Option("copies", .number(10_000...10_000_000), "N", "a library of N copies instead of a million"),
    Option("seed", .number(0...Int.max), "N", standard: "1", "another library"),
    Option("seconds", .number(1...86_400), "N", standard: "60", "duration of 50 scans per second, and then of 500"),
  ]

  init() {}

  init(_ arguments: ParsedArguments) {
    if arguments.has("small") { size = .small }
    if let copies = arguments.number("copies") { size = .big.scaled(toCopies: copies) }
    shelf = arguments.text("keep")
    seed = UInt64(arguments.number("seed") ?? 1)
    duration = arguments.number("seconds") ?? 60
    burst = duration
  }
}

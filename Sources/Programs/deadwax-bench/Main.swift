internal import Foundation

/// Benchmarks of a station and the hub, each compared with the limits of the machine in the same run.
@main
struct Main {
  static func main() {
    let words = Array(CommandLine.arguments.dropFirst())
    if words.contains("--help") {
      print(usage)
      return
    }
    if words.first == "decode", words.dropFirst().first == "--endurance" { return endure(Array(words.dropFirst(2))) }
    if let first = words.first, let withOptions = withOptions[first], first != "station" || words.count > 1 {
      return ending {
        BenchProgress.step(first)
        try withOptions(Array(words.dropFirst()))
      }
    }
    let wanted = words.isEmpty ? Array(benches.keys) : words
    let unknown = wanted.filter { benches[$0] == nil }
    guard unknown.isEmpty else {
      print("deadwax-bench: there is no '\(unknown[0])'\n\(usage)")
      exit(2)
    }
    ending {
      for name in ["scans", "latency", "http", "station", "decode", "labels", "tags"] where wanted.contains(name) {
        BenchProgress.step(name)
        try benches[name]?()
      }
    }
  }

  /// Does the work. An error is printed and ends the program with status 1.
  private static func ending(_ work: () throws -> Void) {
    BenchProgress.begin()
    do {
      try work()
    } catch {
      print("deadwax-bench: \(error)")
      exit(1)
    }
  }

  private static func endure(_ words: [String]) {
    guard words.count < 2, let frames = Int(words.first ?? "1000000"), frames > 0 else {
      print("deadwax-bench: --endurance takes a number of frames\n\(usage)")
      exit(2)
    }
    ending {
      BenchProgress.step("decode --endurance")
      try EnduranceBench.run(frames: frames)
    }
  }

  private static let benches: [String: @Sendable () throws -> Void] = [
    "scans": ScanBench.run, "latency": LatencyBench.run, "http": HTTPBench.run,
    "station": {
      try StationBench.run()
      try LendingBench.run(LendingOptions([]))
    }, "decode": DecodeBench.run, "labels": LabelBench.run, "tags": TagBench.run,
  ]

  private static let withOptions: [String: @Sendable ([String]) throws -> Void] = [
    "station": { words in
      let options = try LendingOptions(words.filter { $0 != "--lending" })
      if !words.contains("--lending") { try StationBench.run() }
      try LendingBench.run(options)
    },
    "start": { words in try StartBench.run(LendingOptions(words)) },
    "library": { words in
      guard let folder = words.first, !folder.hasPrefix("-") else { throw BenchFailure("library needs a folder") }
      let options = try LendingOptions(Array(words.dropFirst()))
      try LibraryCache(folder: options.shelf).provide(
        LibraryCache.library(options.size, seed: options.seed), in: folder)
    },
  ]

  private static let usage = """
    usage: deadwax-bench [scans] [latency] [http] [station] [decode] [labels] [tags]
           deadwax-bench decode --endurance [FRAMES]
           deadwax-bench station [--lending] [FLAGS]
           deadwax-bench start [FLAGS]
           deadwax-bench library DIR [FLAGS]

      scans     POST /scans with 1 and 32 clients, beside bare SQLite inserts with the same durability
      latency   accepted reading to committed outcome, beside the disk's own sync
      http      processor time of a list and of a scan, beside nginx with the same bytes
      station   start to ready, memory, tap to event, picture to event; then lending in a library of a million copies and
                100,000 borrowers: eight stations, the pages of the library, and every answer counted in the history.
                With --lending only that
      decode    a camera's frame to its barcodes, beside libzbar and zxing-cpp; with --endurance the growth of the memory
                after this many frames, by default a million
      labels    every label paper × code × resolution, drawn, worn and read, or refused with the numbers
      tags      taps, verified writes, weak fields, tears, faults and rest, by the real reader and libnfc on a
                simulated chip with real timing
      start     start to ready with that library's database, also after a kill; its check; the replicas of six stations
      library   makes that library as a hub's data folder

    \(LendingOptions.usage)

    Run it from the repository's folder after './dev build release'. Figures of one run can be compared with one another,
    not with those of another machine or hour.
    """
}

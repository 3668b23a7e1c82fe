internal import Foundation

/// Measures what a desk feels, side by side with what the machine itself can do, in one run.
@main
struct Main {
  static func main() {
    let words = Array(CommandLine.arguments.dropFirst())
    if words.contains("--help") {
      print(usage)
      return
    }
    if words.first == "decode", words.dropFirst().first == "--endurance" { return endure(Array(words.dropFirst(2))) }
    let wanted = words.isEmpty ? Array(benches.keys) : words
    let unknown = wanted.filter { benches[$0] == nil }
    guard unknown.isEmpty else {
      print("deadwax-bench: there is no '\(unknown[0])'\n\(usage)")
      exit(2)
    }
    do {
      for name in ["scans", "latency", "desk", "decode", "tags"] where wanted.contains(name) { try benches[name]?() }
    } catch {
      print("deadwax-bench: \(error)")
      exit(1)
    }
  }

  private static func endure(_ words: [String]) {
    do {
      guard words.count < 2, let frames = Int(words.first ?? "1000000"), frames > 0 else {
        print("deadwax-bench: --endurance takes a number of frames\n\(usage)")
        exit(2)
      }
      try EnduranceBench.run(frames: frames)
    } catch {
      print("deadwax-bench: \(error)")
      exit(1)
    }
  }

  private static let benches: [String: @Sendable () throws -> Void] = [
    "scans": ScanBench.run, "latency": LatencyBench.run, "desk": DeskBench.run, "decode": DecodeBench.run,
    "tags": TagBench.run,
  ]

  private static let usage = """
    usage: deadwax-bench [scans] [latency] [desk] [decode] [tags]
           deadwax-bench decode --endurance [FRAMES]

      scans     POST /scans with 1 and 32 clients, beside bare SQLite inserts with the same durability
      latency   accepted reading to committed outcome, beside the disk's own sync
      desk      start to ready, memory, tap to event, picture to event
      decode    a camera's frame to its barcodes, beside libzbar and zxing-cpp; with --endurance what stays in memory
                after so many frames, a million if not told
      tags      a tap, a verified write, tears, faults of the chip and rest, by the real reader and libnfc on a chip of
                our own with a real one's timing

    Run it from the repository's folder after './dev build release'. Figures of one run can be compared with one another,
    not with those of another machine or hour.
    """
}

/// Why a benchmark could not run.
struct BenchFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Numbers as they are printed.
enum Figure {
  static func count(_ number: Double) -> String { String(format: "%8.0f", number) }
  static func milliseconds(_ number: Double) -> String { String(format: "%7.2f ms", number) }
  static func ratio(_ number: Double) -> String { String(format: "%5.2f", number) }

  static func percentile(_ sorted: [Double], _ share: Double) -> Double {
    sorted.isEmpty ? .nan : sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))]
  }

  static func median(_ numbers: [Double]) -> Double { percentile(numbers.sorted(), 0.5) }
}

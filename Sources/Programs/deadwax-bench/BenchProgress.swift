internal import Foundation
internal import Threads

/// Progress messages on standard error. Every few seconds they show the current step and its duration, so that a long
/// benchmark is never silent. Figures are printed only on standard output.
enum BenchProgress {
  private static let current = Locked((text: "starting", since: seconds()))

  /// The longest silence in seconds.
  private static let interval = 3.0

  /// Starts the messages, which continue until the program ends.
  static func begin() {
    _ = DedicatedThread("progress") {
      while true {
        Thread.sleep(forTimeInterval: interval)
        let (text, since) = current.withLock { $0 }
        write("\(text), \(Int(seconds() - since)) s")
      }
    }
  }

  /// Starts a step.
  static func step(_ text: String) {
    current.withLock { $0 = (text, seconds()) }
    write(text)
  }

  /// Shows the progress within the current step.
  static func at(_ text: String) {
    current.withLock { current in
      let step = current.text.split(separator: ": ", maxSplits: 1).first.map(String.init) ?? current.text
      current.text = "\(step): \(text)"
    }
  }

  private static func write(_ text: String) { FileHandle.standardError.write(Data("  … \(text)\n".utf8)) }
}

internal import Foundation

/// Formatting of figures.
enum Figure {
  static func count(_ number: Double) -> String { String(format: "%8.0f", number) }
  static func milliseconds(_ number: Double) -> String { String(format: "%7.2f ms", number) }
  static func ratio(_ number: Double) -> String { String(format: "%5.2f", number) }

  static func percentile(_ sorted: [Double], _ share: Double) -> Double {
    sorted.isEmpty ? .nan : sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))]
  }

  static func met(_ isMet: Bool) -> String { isMet ? "met" : "MISSED" }

  static func median(_ numbers: [Double]) -> Double { percentile(numbers.sorted(), 0.5) }
}

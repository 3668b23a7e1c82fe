package import Deadwax

/// The labels of a job with the scans since they were made.
package struct LabelCheckResource: Codable, Sendable {
  package var total: Int
  /// The number of labels that were scanned.
  package var seen: Int
  package var labels: [SeenLabel]

  package struct SeenLabel: Codable, Sendable {
    /// Nil on a label without a symbol.
    package var code: String?
    package var text: String
    package var seenAt: RFC3339Time?
    /// From 0 to 1, in hundredths.
    package var quality: Double?
    package var reader: String?

    fileprivate init(_ seen: Label.Seen) {
      code = seen.label.code
      text = seen.label.heading.isEmpty ? seen.label.caption : seen.label.heading
      seenAt = RFC3339Time(seen.at)
      quality = seen.quality.flatMap { (0...1).contains($0) ? ($0 * 100).rounded() / 100 : nil }
      reader = seen.reader
    }
  }

  package init(_ labels: [Label.Seen]) {
    total = labels.count
    seen = labels.count { $0.at != nil }
    self.labels = labels.map { SeenLabel($0) }
  }
}

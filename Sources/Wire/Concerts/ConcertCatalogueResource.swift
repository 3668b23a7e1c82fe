package import Deadwax

/// The concert catalogue as a whole: its package, and its recordings by the kinds of source.
package struct ConcertCatalogueResource: Codable, Sendable {
  /// The package that it comes from; omitted before the first import.
  package var package: ConcertPackageResource?
  package var statistics: [SourceStatistic]

  /// The recordings of one kind of source.
  package struct SourceStatistic: Codable, Sendable {
    package var sourceType: String
    package var recordings: Int
    package var reviews: Int
    package var averageRating: Double
    package var bestRating: Double

    package init(_ statistic: RecordingStatistic) {
      sourceType = statistic.sourceType.rawValue
      recordings = statistic.recordings
      reviews = statistic.reviews
      averageRating = statistic.averageRating
      bestRating = statistic.bestRating
    }
  }

  package init(package: ConcertPackageResource?, statistics: [SourceStatistic]) {
    self.package = package
    self.statistics = statistics
  }
}

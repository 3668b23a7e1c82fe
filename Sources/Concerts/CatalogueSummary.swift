package import Deadwax

/// The concert catalogue as a whole.
package struct CatalogueSummary: Sendable {
  /// The package that it comes from; nil before the first import.
  package let version: ConcertPackageVersion?
  package let statistics: [RecordingStatistic]
}

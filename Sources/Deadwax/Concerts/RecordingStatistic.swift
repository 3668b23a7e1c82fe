/// The recordings of one kind of source, counted.
package struct RecordingStatistic: Hashable, Sendable {
  package var sourceType: ShowRecording.Source
  package var recordings: Int
  package var reviews: Int
  /// The average and the highest rating, 0 to 5.
  package var averageRating: Double
  package var bestRating: Double

  package init(
    sourceType: ShowRecording.Source, recordings: Int, reviews: Int, averageRating: Double, bestRating: Double
  ) {
    self.sourceType = sourceType
    self.recordings = recordings
    self.reviews = reviews
    self.averageRating = averageRating
    self.bestRating = bestRating
  }
}

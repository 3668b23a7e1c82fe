/// The number of copies that a bulk change writes in one transaction. It follows the time that they took, because a write
/// at the counter waits for the whole transaction.
struct BulkPace {
  /// The time that one transaction should take: short beside the response time of a station, and long beside a commit.
  static let target = Duration.milliseconds(8)
  /// The fewest copies of one transaction: fewer would take most of their time for the transaction itself.
  static let least = 8
  /// The most copies of one transaction.
  static let most = 256

  private(set) var count = least

  /// Adapts the number of copies to the time that the last transaction took.
  ///
  /// - Parameters:
  ///   - copies: the number of its copies.
  ///   - took: its duration without the commit.
  mutating func adapt(to copies: Int, _ took: Duration) {
    guard copies > 0, took > .zero else { return }
    let fitting = Int(Double(copies) * (Self.target / took))
    // It at most doubles, because the next copies may have more that depends on them.
    count = min(max(Self.least, fitting), count * 2, Self.most)
  }
}

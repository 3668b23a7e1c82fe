/// The releases whose search index is brought up to date later, each once.
struct WaitingReleases {
  /// The releases in the order in which they were first added.
  private(set) var order: [String] = []
  /// True for those whose own row changed.
  private(set) var hasOwnChange: [String: Bool] = [:]

  mutating func add(_ release: String, hasOwnChange isOwn: Bool) {
    if hasOwnChange[release] == nil { order.append(release) }
    hasOwnChange[release] = isOwn || hasOwnChange[release] ?? false
  }
}

extension WriteTransaction {
  /// Makes many changes, and brings the search index of each release up to date once, at their end. The index is that of
  /// before in the meantime.
  ///
  /// - Parameter body: the changes.
  /// - Returns: the result of `body`.
  /// - Throws: the error of `body`, or a `StorageError`.
  package func indexingOnce<Result>(_ body: () throws -> Result) throws -> Result {
    guard waitingReleases == nil else { return try body() }
    waitingReleases = WaitingReleases()
    defer { waitingReleases = nil }
    let result = try body()
    let waiting = waitingReleases ?? WaitingReleases()
    waitingReleases = nil
    try index(waiting)
    return result
  }
}

internal import HubClient
internal import Wire

extension TagQueueResource {
  var isThrough: Bool { done + skipped >= total || next == nil }

  /// `3 of 18 done, 1 left out. Now: copy 12, …`.
  var line: String {
    var line = "\(done) of \(total) done" + (skipped > 0 ? ", \(skipped) skipped" : "")
    if let next { line += ". Next: the tag of \(next.line)" }
    return line
  }

  /// Returns the effect of ending the queue or of skipping a copy.
  func wouldLose(all: Bool) -> String {
    if all { return "\(max(0, total - done - skipped)) copies would be left without a tag." }
    return next.map { "\($0.line) would be skipped." } ?? "There is no copy to skip."
  }
}

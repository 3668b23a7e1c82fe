/// A reason to look at a copy when the library makes room.
package enum WeedingReason: String, CaseIterable, Sendable {
  /// It is old and was never lent, played or used in the library.
  case neverLent = "never-lent"
  /// It was lent, and neither lent nor played nor used in the library for a long time.
  case notLent = "not-lent"
  /// The library has another available copy of its release, with a lower number.
  case duplicate
  /// The grade of its medium is good, fair or poor.
  case poorCondition = "poor-condition"
  case partsMissing = "parts-missing"
}

/// The releases with a copy in the places of one name. The query `place` finds them by the same rule.
package struct PlaceGroup: Sendable {
  /// The name as the first of the places has it.
  package let name: String
  /// The releases with a copy in one of the places, or in a place that it contains.
  package internal(set) var releases = 0
  /// The copies there, without the lost and the withdrawn ones.
  package internal(set) var copies = 0
  /// The last release that was counted here.
  var last = ""
}

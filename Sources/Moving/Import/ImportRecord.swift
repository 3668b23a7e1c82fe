/// A line of a file that is to be planned: its values, or the reason that it has no plan.
struct ImportRecord: Sendable {
  let row: ImportRow
  /// The refusal of a line with more fields than columns.
  let refusal: ImportRefusal?
}

/// A field of printed numbers, which are compared without blanks and punctuation.
package enum QueryNumberField: String, CaseIterable, Sendable {
  case catalogue, barcode, matrix, code
}

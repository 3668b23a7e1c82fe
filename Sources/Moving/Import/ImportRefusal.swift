/// The reason why a line of a file is not imported. The others may be.
package struct ImportRefusal: Error, Hashable, Sendable {
  package enum Code: String, CaseIterable, Codable, Sendable {
    /// The value of a field does not have its form; `value` says which form it needs.
    case badValue = "bad-value"
    /// A field that a new record needs has no value.
    case missing = "missing-value"
    /// The line has another number of fields than the line of the names.
    case fieldCount = "field-count"
    /// An earlier line is about the same record.
    case repeated
    /// An earlier line gives the same release another value.
    case contradiction
    /// The numbers of the line name different records.
    case otherRecord = "other-record"
    /// Another copy has this number.
    case numberTaken = "number-taken"
    /// The code or the tag belongs to something else.
    case codeTaken = "code-taken"
    /// Another copy is in this slot.
    case slotTaken = "slot-taken"
    /// Nothing is shelved in this slot.
    case slotDisabled = "slot-disabled"
    /// Several records have this value.
    case ambiguous
    /// The release was removed, or the borrower was erased.
    case removed
    /// The library has no such copy or borrower.
    case unknown
    /// The copy is on loan already, in the library or by an earlier line.
    case onLoan = "on-loan"
  }

  package let code: Code
  package let field: ImportField?
  /// The earlier line, for a repetition or a contradiction.
  package let line: Int?
  /// The form that a value needs, or the value in the way.
  package let value: String?

  init(_ code: Code, _ field: ImportField?, line: Int? = nil, value: String? = nil) {
    self.code = code
    self.field = field
    self.line = line
    self.value = value
  }

  /// The reason in a sentence.
  package var sentence: String {
    let name = field.map { "'\($0.rawValue)'" } ?? "a field"
    return switch code {
    case .badValue: "The value of \(name) \(value ?? "is wrong")."
    case .missing: "A new record needs \(name)."
    case .fieldCount: "The line has another number of fields than the first line: \(value ?? "")."
    case .repeated: "Line \(line ?? 0) is about the same record."
    case .contradiction: "Line \(line ?? 0) gives the same release another value of \(name)."
    case .otherRecord: "\(name) names another record than the other numbers of the line."
    case .numberTaken: "Another copy has the number \(value ?? "")."
    case .codeTaken: "The code \(value ?? "") belongs to something else."
    case .slotTaken: "Another copy is in slot \(value ?? "")."
    case .slotDisabled: "Slot \(value ?? "") is disabled."
    case .ambiguous: "Several records have the value \(value ?? "") of \(name)."
    case .removed: "The record was removed from the library."
    case .unknown: "The library has no record with this value of \(name)."
    case .onLoan: "The copy is on loan already\(line.map { ", by line \($0)" } ?? "")."
    }
  }
}

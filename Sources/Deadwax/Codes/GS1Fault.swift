/// The first fault of a text that is read as GS1 elements. `identifier` is the Application Identifier of the faulty
/// element.
package enum GS1Fault: Error, Hashable, Sendable, CustomStringConvertible {
  /// Neither the symbology nor the text says that the code follows GS1.
  case notMarked
  /// There is no element.
  case empty
  /// No identifier of the table begins with these characters.
  case unknownIdentifier(String)
  /// The value has too few or too many characters.
  case wrongLength(identifier: String, length: Int, allowed: ClosedRange<Int>)
  /// The value has a character that its format does not allow.
  case wrongCharacter(identifier: String, byte: UInt8)
  case wrongCheckDigit(identifier: String, value: String)
  /// The value begins with six digits that are no date.
  case notADate(identifier: String, value: String)
  /// The identifier occurs twice, with different values.
  case contradiction(identifier: String)

  /// The fault as a sentence.
  package var description: String {
    switch self {
    case .notMarked: "It is not marked as a GS1 code."
    case .empty: "It has no element."
    case .unknownIdentifier(let text): "No Application Identifier begins with '\(text)'."
    case .wrongLength(let identifier, let length, let allowed):
      allowed.count == 1
        ? "(\(identifier)) has \(length) characters instead of \(allowed.lowerBound)."
        : "(\(identifier)) has \(length) characters instead of \(allowed.lowerBound) to \(allowed.upperBound)."
    case .wrongCharacter(let identifier, let byte):
      "(\(identifier)) has the byte 0x\(String(byte, radix: 16, uppercase: true)), which it cannot have."
    case .wrongCheckDigit(let identifier, let value): "(\(identifier)) has a wrong check digit: \(value)."
    case .notADate(let identifier, let value): "(\(identifier)) has no valid date: \(value)."
    case .contradiction(let identifier): "(\(identifier)) occurs twice, with different values."
    }
  }
}

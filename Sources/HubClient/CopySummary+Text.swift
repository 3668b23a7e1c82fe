internal import CommandLineArguments
internal import Wire

extension CopySummary {
  /// `copy 12, DW:I:0123456789ABCX, on-loan, Shelf 1, slot 3`.
  package var line: String {
    printable((["copy \(number)", code, status.rawValue] + [slot].compactMap(\.self)).joined(separator: ", "))
  }
}

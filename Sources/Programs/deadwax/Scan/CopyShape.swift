/// The main members of a copy.
struct CopyShape: Decodable {
  var number: Int
  var code: String
  var status: String?
  var slot: String?

  /// `copy 12, DW:I:0123456789ABCX, on-loan, Shelf 1, slot 3`.
  var line: String {
    printable((["copy \(number)", code] + [status, slot].compactMap(\.self)).joined(separator: ", "))
  }
}

/// A number of a ZIP file, least significant byte first.
extension ArraySlice<UInt8> {
  /// Returns the unsigned number of so many bytes from an offset, which the slice has. A number above that of `Int` is
  /// the greatest `Int`, which is larger than any file.
  func number(at offset: Int, bytes: Int) -> Int {
    var number: UInt64 = 0
    for index in (0..<bytes).reversed() { number = number << 8 | UInt64(self[startIndex + offset + index]) }
    return Int(clamping: number)
  }
}

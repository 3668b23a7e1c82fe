/// A table of another program: every fifth release has a second copy, most have a barcode, and they stand in 400 places.
struct MovedTable {
  /// The table in UTF-8.
  let bytes: [UInt8]

  /// - Parameters:
  ///   - rows: the number of copies.
  ///   - seed: another table for each seed.
  init(rows: Int, seed: UInt64) {
    var bytes = Array("Artist,Title,Format,Label,Cat. No.,Year,Country,Barcode,Location,Condition,Notes\r\n".utf8)
    bytes.reserveCapacity(rows * 150)
    let base = Int(seed % 1000) * 100_000_000
    for row in 0..<rows {
      let release = base + row - row / 6
      func word(_ salt: Int) -> String { MadeWord.text((release &* 7919 &+ salt &* 104_729) % 65_536) }
      let barcode = release % 10 == 0 ? "" : Self.ean(release)
      let format = ["LP, Album", "CD, Album", "2xLP", "Cass"][release % 4]
      bytes +=
        """
        \(word(1)) \(word(2)),\(word(3)) \(word(4)) \(release),"\(format)",\(word(5)) Records,\(word(5).prefix(3)) \
        \(release),\(1955 + release % 70),Germany,\(barcode),Room \(release % 20) > Shelf \(release % 400),\
        Very Good Plus (VG+),"from a fair, ""as new"", in \(1980 + row % 40)"\r\n
        """.utf8
    }
    self.bytes = bytes
  }

  /// An EAN-13 with its check digit.
  private static func ean(_ number: Int) -> String {
    let digits = String(200_000_000_000 + number % 100_000_000_000)
    var sum = 0
    for (index, digit) in digits.utf8.enumerated() { sum += Int(digit - 0x30) * (index.isMultiple(of: 2) ? 1 : 3) }
    return digits + String((10 - sum % 10) % 10)
  }
}

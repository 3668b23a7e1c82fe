internal import Deadwax
internal import Wire

extension CodeRowsRequest {
  private static let limits = (pictures: 50, codes: 300, allCodes: 2000, corners: 8, pixel: -100_000...100_000)

  /// Returns the codes of each picture with their positions. A code without corners is left out.
  ///
  /// - Throws: `invalid` if there are too many, or a code that no station can scan.
  func pictured() throws(Problem) -> [[PicturedCode]] {
    guard (1...Self.limits.pictures).contains(pictures.count) else {
      throw Problem(.invalid, "'pictures' must have 1 to \(Self.limits.pictures) pictures.")
    }
    guard pictures.allSatisfy({ $0.codes.count <= Self.limits.codes }),
      pictures.reduce(0, { $0 + $1.codes.count }) <= Self.limits.allCodes
    else {
      throw Problem(
        .invalid,
        "A picture has at most \(Self.limits.codes) codes, and all pictures have at most \(Self.limits.allCodes).")
    }
    var all: [[PicturedCode]] = []
    for (number, picture) in pictures.enumerated() {
      var codes: [PicturedCode] = []
      for code in picture.codes {
        guard code.corners.count <= Self.limits.corners,
          code.corners.allSatisfy({ Self.limits.pixel.contains($0.x) && Self.limits.pixel.contains($0.y) })
        else { throw Problem(.invalid, "'corners' must have at most \(Self.limits.corners) positions in a picture.") }
        let text = try RequestCheck.code(code.code, "code") ?? code.code
        try RequestCheck.length(code.symbology, "symbology", in: 1...40)
        if let found = PicturedCode(
          symbology: Symbology(rawValue: code.symbology), text: text, isVerified: code.verified, picture: number,
          corners: code.corners.map { ($0.x, $0.y) })
        {
          codes.append(found)
        }
      }
      all.append(codes)
    }
    return all
  }
}

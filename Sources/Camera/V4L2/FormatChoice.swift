/// A format, size and rate to request from a camera.
package struct FormatChoice: Sendable, Hashable, CustomStringConvertible {
  package let format: PixelFormat
  package let size: PixelSize
  /// The frames per second that the camera reports for this format and size; nil if it reports none.
  package let rate: Double?

  package var description: String {
    "\(format.rawValue) \(size)" + (rate.map { " at \(Self.rounded($0)) frames per second" } ?? "")
  }

  /// Returns a rate with one decimal, or without decimals if it is whole.
  package static func rounded(_ rate: Double) -> String {
    let tenths = (rate * 10).rounded() / 10
    return tenths == tenths.rounded() ? String(Int(tenths)) : String(tenths)
  }

  /// Returns all usable formats that a camera offers, the best first.
  ///
  /// The criteria, in this order: at least five frames per second; the wanted size, or the nearest below it; the wanted
  /// rate, or the nearest to it; no more pixels than needed; the cheapest access to the brightness. A camera whose raw
  /// frames of the wanted size are too slow is therefore asked for MJPEG.
  ///
  /// - Parameters:
  ///   - offers: the camera's formats; emulated and unknown ones are ignored.
  ///   - size: the wanted size.
  ///   - rate: the wanted frames per second.
  /// - Returns: each format and size once; empty if nothing can be used.
  package static func ranked(_ offers: [FormatOffer], size: PixelSize, rate: Double) -> [FormatChoice] {
    var choices: [FormatChoice] = []
    for offer in offers {
      guard let format = offer.format, !offer.isEmulated else { continue }
      if offer.sizes.isEmpty { choices.append(FormatChoice(format: format, size: size, rate: nil)) }
      for each in offer.sizes {
        let nearest = each.nearest(to: size)
        let choice = FormatChoice(
          format: format, size: nearest, rate: each.rates.first.map { best($0, each.rates, rate) })
        if !choices.contains(where: { $0.format == format && $0.size == nearest }) { choices.append(choice) }
      }
    }
    // A stable sort: among equals, the camera's own order decides.
    return choices.enumerated().sorted { left, right in
      let (a, b) = (rank(left.element, size, rate), rank(right.element, size, rate))
      return a == b ? left.offset < right.offset : a.lexicographicallyPrecedes(b)
    }.map(\.element)
  }

  /// Returns the rate to request: the slowest that is fast enough, or else the fastest.
  private static func best(_ fastest: Double, _ rates: [Double], _ wanted: Double) -> Double {
    rates.filter { $0 >= wanted * enough }.min() ?? rates.max() ?? fastest
  }

  /// The share of the wanted rate that suffices: 29.97 is as good as 30.
  private static let enough = 0.95
  private static let leastRate = 5.0

  private static func rank(_ choice: FormatChoice, _ size: PixelSize, _ rate: Double) -> [Double] {
    let given = choice.rate ?? rate
    let side = min(
      Double(choice.size.width) / Double(size.width), Double(choice.size.height) / Double(size.height))
    let slowness = given >= rate * enough ? 0 : 1 - given / rate
    return [
      given < min(leastRate, rate * enough) ? 1 : 0, max(0, 1 - side), slowness,
      Double(max(0, choice.size.area - size.area)), Double(choice.format.cost),
    ]
  }
}

internal import Deadwax
internal import Imaging

/// What was read in one place, and is to be believed.
struct PlaceReadings {
  private var readings: [Reading] = []
  private var hints: [(symbology: Symbology, bytes: [UInt8], margin: Float)] = []

  /// The most edges that a line had.
  private var edgesMost = 0

  /// With fewer edges than these a place holds no code, however it is read: a third of those of the shortest.
  private static let edgesLeast = 12
  /// The part of a place that its codes take up when there is none left to look for; two codes that were found as one
  /// place take up half of it each.
  private static let enough: Float = 0.4

  /// Whether nothing was read.
  var isEmpty: Bool { readings.isEmpty }

  /// Whether there is nothing left to look for: all is read, or the first pass showed the edge of a table.
  var isEnough: Bool {
    edgesMost > 0 && edgesMost < Self.edgesLeast || readings.reduce(0) { $0 + $1.cover } > Self.enough
  }

  /// Notes how many edges a line of a place had, where that tells something: the edge of a table is long and has no
  /// width, and no code is twice as high as it is long.
  mutating func note(edges: Int, of place: Place) {
    if place.height > 2 * place.length { edgesMost = max(edgesMost, edges, 1) }
  }

  /// Whether a reading was believed before.
  func knows(_ fit: CodeFit) -> Bool {
    readings.contains { $0.symbology == fit.symbology && $0.bytes == fit.bytes }
  }

  /// Whether another place shows what was read here.
  func covers(_ place: Place) -> Bool { readings.contains { $0.covers(place) } }

  /// Counts what a line says, in nats, for a reading that it does not prove; nil while that is not enough with what other
  /// lines said.
  mutating func hint(_ fit: CodeFit, margin: Float) -> Float? {
    guard margin >= Acceptance.hintLeast else { return nil }
    let known = hints.firstIndex { $0.symbology == fit.symbology && $0.bytes == fit.bytes }
    let index = known ?? hints.count
    if known == nil { hints.append((fit.symbology, fit.bytes, 0)) }
    hints[index].margin += margin
    return hints[index].margin >= Acceptance.hintsNeeded ? Acceptance.natsNeeded : nil
  }

  /// Adds a line that showed a code.
  mutating func add(
    _ fit: CodeFit, margin: Float, in place: Place, begin: Float, end: Float, v: Float, spacing: Float
  ) {
    let known = readings.firstIndex { $0.symbology == fit.symbology && $0.bytes == fit.bytes }
    let index = known ?? readings.count
    if known == nil { readings.append(Reading(fit, margin: margin, in: place)) }
    readings[index].strengthen(margin)
    readings[index].add(begin: begin, end: end, v: v, spacing: spacing)
  }

  /// Adds what is to be told to a frame's barcodes, each of which is told once.
  func report(in frame: LumaFrame, frames: Int, to found: inout [Barcode]) {
    for reading in readings where !readings.contains(where: { isPart(reading, of: $0) }) {
      if let known = found.firstIndex(where: { $0.symbology == reading.symbology && $0.raw == reading.bytes }) {
        found[known].lines += reading.lines
        continue
      }
      let text = CodeText(reading.bytes)
      found.append(
        Barcode(
          symbology: reading.symbology, text: text.text, raw: reading.bytes, isTextGuessed: text.isGuessed,
          lines: reading.lines, corners: reading.corners(in: frame), isVerified: true,
          quality: Double(min(1, reading.margin / 100)),
          frames: frames))
    }
  }

  /// Whether a reading lies within a longer one: a part of an ITF, or a short code seen in the bars of a long one.
  private func isPart(_ reading: Reading, of other: Reading) -> Bool {
    let (inner, outer) = (reading.span, other.span)
    let shared = min(inner.upperBound, outer.upperBound) - max(inner.lowerBound, outer.lowerBound)
    let length = inner.upperBound - inner.lowerBound
    return (reading.symbology, reading.bytes) != (other.symbology, other.bytes) && shared > 0.5 * length
      && length < outer.upperBound - outer.lowerBound
  }
}

private func != (a: (Symbology, [UInt8]), b: (Symbology, [UInt8])) -> Bool { !(a.0 == b.0 && a.1 == b.1) }

internal import Deadwax
internal import Imaging

/// The accepted readings of one place.
struct PlaceReadings {
  private var readings: [PlaceReading] = []
  private var hints: [(symbology: Symbology, bytes: [UInt8], margin: Float)] = []

  /// The most edges that a line had.
  private var edgesMost = 0

  /// With fewer edges than these a place holds no code, however it is read: a third of those of the shortest.
  private static let edgesLeast = 12
  /// The part of a place that its codes take up when there is none left to look for; two codes that were found as one
  /// place take up half of it each.
  private static let enough: Float = 0.4

  /// True if nothing was read.
  var isEmpty: Bool { !readings.contains { $0.isConfirmed } }

  /// True if nothing is left to find: everything is read, or the first pass showed the edge of a table.
  var isEnough: Bool {
    edgesMost > 0 && edgesMost < Self.edgesLeast
      || readings.reduce(0) { $0 + ($1.isConfirmed ? $1.cover : 0) } > Self.enough
  }

  /// Notes how many edges a line of a place had, where that number is evidence: the edge of a table is long and has no
  /// width, and no code is twice as high as it is long.
  mutating func note(edges: Int, of place: BarPlace) {
    if place.height > 2 * place.length { edgesMost = max(edgesMost, edges, 1) }
  }

  /// Returns true if a reading was already proven on a line of this pass, or confirmed in another pass.
  func knows(_ fit: CodeFit) -> Bool {
    readings.contains {
      $0.symbology == fit.symbology && $0.bytes == fit.bytes && ($0.isConfirmed || !$0.fits.isEmpty)
    }
  }

  /// Returns true if another place shows the same code.
  func covers(_ place: BarPlace) -> Bool { readings.contains { $0.isConfirmed && $0.covers(place) } }

  /// Returns true if a line proved another code at a point of the frame, or all lines together refuted this one.
  func opposes(_ bytes: [UInt8], atX x: Float, y: Float) -> Bool {
    readings.contains { ($0.isRefuted || $0.bytes != bytes) && $0.holds(x: x, y: y) }
  }

  /// Adds a line's evidence, in nats, for a reading that it does not prove. Returns nil while the evidence of all lines
  /// is not sufficient.
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
    _ fit: CodeFit, _ proof: LineProof, in place: BarPlace, begin: Float, end: Float, v: Float, spacing: Float
  ) {
    let known = readings.firstIndex { $0.symbology == fit.symbology && $0.bytes == fit.bytes }
    let index = known ?? readings.count
    if known == nil { readings.append(PlaceReading(fit, in: place)) }
    readings[index].strengthen(proof)
    readings[index].note(fit, v: v)
    readings[index].add(begin: begin, end: end, v: v, spacing: spacing)
  }

  /// Judges each reading that this pass proved on a line by all its lines, and ends the pass.
  mutating func confirm(_ judge: (PlaceReading) -> Acceptance.Verdict) {
    for index in readings.indices {
      if !readings[index].isConfirmed, !readings[index].isRefuted, !readings[index].fits.isEmpty {
        switch judge(readings[index]) {
        case .upheld: readings[index].confirm()
        case .refuted: readings[index].refute()
        case .open: break
        }
      }
      readings[index].endPass()
    }
  }

  /// Adds the reportable readings to a frame's barcodes, each of them once.
  ///
  /// - Parameters:
  ///   - frame: the frame that contains them.
  ///   - frames: the number of frames in which the place was seen.
  ///   - others: the places of bars. An ITF that may continue in one of them is not reported. Nil if its length is
  ///     known.
  ///   - found: the barcodes of the frame so far.
  func report(in frame: LumaFrame, frames: Int, beside others: [BarPlace]?, to found: inout [Barcode]) {
    for reading in readings
    where reading.isConfirmed && !readings.contains(where: { isPart(reading, of: $0) || contests($0, reading) }) {
      if let others, reading.symbology == .itf, reading.isContinued(in: others) { continue }
      if let known = found.firstIndex(where: {
        $0.symbology == reading.reportedSymbology && $0.raw == reading.bytes
      }) {
        found[known].lines += reading.lines
        continue
      }
      let text = CodeText(reading.bytes)
      found.append(
        Barcode(
          symbology: reading.reportedSymbology, text: text.text, raw: reading.bytes, isTextGuessed: text.isGuessed,
          lines: reading.lines, corners: reading.corners(in: frame), isVerified: true,
          quality: Double(min(1, reading.margin / 100)),
          frames: frames))
    }
  }

  /// Returns true if another text was proven on a line of a reading. A reading that lines disagree about is not
  /// reported.
  private func contests(_ other: PlaceReading, _ reading: PlaceReading) -> Bool {
    let (a, b) = (other.span, reading.span)
    let shared = min(a.upperBound, b.upperBound) - max(a.lowerBound, b.lowerBound)
    let longer = max(a.upperBound - a.lowerBound, b.upperBound - b.lowerBound)
    return other.symbology == reading.symbology && other.bytes != reading.bytes && shared > 0.9 * longer
  }

  /// Returns true if a reading lies within a longer one: a part of an ITF, or a short code found in the bars of a long
  /// one.
  private func isPart(_ reading: PlaceReading, of other: PlaceReading) -> Bool {
    let (inner, outer) = (reading.span, other.span)
    let shared = min(inner.upperBound, outer.upperBound) - max(inner.lowerBound, outer.lowerBound)
    let length = inner.upperBound - inner.lowerBound
    return (reading.symbology, reading.bytes) != (other.symbology, other.bytes) && shared > 0.5 * length
      && length < outer.upperBound - outer.lowerBound
  }
}

private func != (a: (Symbology, [UInt8]), b: (Symbology, [UInt8])) -> Bool { !(a.0 == b.0 && a.1 == b.1) }

internal import Deadwax
internal import Glibc
internal import Imaging

/// Reads the bar codes in a frame: finds their places, cuts them into lines, reads these, and lets each reading's own
/// image say whether it is right.
///
/// The buffers stay from frame to frame.
final class BarReader {
  private let finder = PlaceFinder()
  private let decoder: LineDecoder
  private let verifier = Verifier()
  private let matcher: Matcher
  private var edgeFinder = EdgeFinder()
  private var angles = AngleFinder()
  private var strip = Strip()
  private var profile = Profile()
  private var sharpener = Sharpener()
  /// Which of the heavier passes is next.
  private var turn = 0
  private var waiting = Waiting()

  /// How many places are read at most, in a camera's frame and in a picture.
  private static let places = (camera: 6, picture: 16)
  /// How many unread places of a camera's frame get the heavier pass that is due.
  private static let heavierPlaces = 3

  /// - Throws: `BarcodeError.failed`.
  init(formats: BarcodeFormats) throws(BarcodeError) {
    decoder = try LineDecoder(formats: formats)
    matcher = Matcher(formats: formats, verifier: verifier)
  }

  /// The bar codes that are to be believed.
  func read(_ frame: LumaFrame, _ map: CellMap, _ effort: BarcodeScanner.Effort) -> [Barcode] {
    var found: [Barcode] = []
    switch effort {
    case .camera:
      let pass = LinePass.heavier[turn % LinePass.heavier.count]
      var left = Self.heavierPlaces
      for place in finder.places(in: map, limit: Self.places.camera) {
        var readings = PlaceReadings()
        read(place, of: frame, by: .first, &readings)
        if !readings.isEnough, left > 0 {
          left -= 1
          read(place, of: frame, by: pass, &readings)
        }
        if readings.isEmpty { waiting.missed(place) }
        readings.report(in: frame, frames: waiting.frames(at: place), to: &found)
      }
      waiting.turn()
      // While all is read the turn waits: the next code begins with the most promising.
      turn = left < Self.heavierPlaces ? turn + 1 : 0
    case .picture(let limit):
      let end = ContinuousClock.now + limit
      let places = finder.places(in: map, limit: Self.places.picture)
      var readings = places.map { _ in PlaceReadings() }
      for (number, pass) in ([.first] + LinePass.heavier).enumerated() {
        for (index, place) in places.enumerated() where !readings[index].isEnough {
          if number > 0, ContinuousClock.now > end { break }
          read(place, of: frame, by: pass, &readings[index])
        }
      }
      for reading in readings { reading.report(in: frame, frames: 1, to: &found) }
    }
    return found
  }

  /// Reads all lines of a place in one way.
  private func read(_ place: Place, of frame: LumaFrame, by pass: LinePass, _ readings: inout PlaceReadings) {
    dbg("P \(place) angle \(atan2f(place.alongY, place.alongX) * 180 / .pi)\n")
    let place = pass.isTurned ? angles.refined(place, in: frame) : place
    StripCutter.cut(place, of: frame, as: pass.cut, into: &strip)
    let (width, step) = (strip.width, strip.step)
    for line in 0..<strip.count {
      let v = strip.v(ofLine: line)
      let (start, spacing) = (strip.start, strip.spacing)
      strip.samples.withUnsafeMutableBufferPointer { samples in
        guard let base = samples.baseAddress else { return }
        let brightness = base + line * width
        sharpener.prepare(brightness, count: width, step: step, for: pass) { prepared in
          edgeFinder.find(prepared, count: width, rule: pass.rule)
        }
        let edges = edgeFinder.edges
        decoder.read(edges, length: Float(width)) { read in
          dbg("R \(read.symbology) \(String(decoding: read.bytes, as: UTF8.self)) \(line) last \(read.lastEdge) of \(edges.count)\n")
          guard let fit = CodeFit(read, on: edges) else { return }
          dbg("fit res \(fit.alignment.residual)\n")
          let margin: Float?
          if readings.knows(fit) {
            margin = 0
          } else {
            guard profile.take(brightness, length: width, step: step, under: fit.alignment) else { return }
            let evidence = verifier.evidence(for: fit.pattern, spread: fit.alignment.spread, in: profile)
            dbg("ev \(evidence as Any)\n")
            margin = evidence.flatMap {
              Acceptance.isBelieved($0, hasCheck: fit.pattern.hasCheck)
                ? Acceptance.margin($0, hasCheck: fit.pattern.hasCheck) : nil
            }
          }
          guard let margin else { return }
          readings.add(
            fit, margin: margin, in: place, begin: start + fit.alignment.place(0) * step,
            end: start + fit.alignment.place(fit.alignment.length) * step, v: v, spacing: spacing)
        }
      }
      guard pass.isMatched else { continue }
      let edges = edgeFinder.edges
      matcher.read(edges, strip, line: line, of: frame) { match in
        let alignment = match.fit.alignment
        readings.add(
          match.fit, margin: Acceptance.margin(match.evidence, hasCheck: true), in: place,
          begin: strip.u(ofSample: alignment.place(0)), end: strip.u(ofSample: alignment.place(alignment.length)),
          v: v, spacing: strip.spacing)
      }
    }
  }
}

func dbg(_ s: String) {
  if getenv("DW_DEBUG") != nil { var s = s; s.withUTF8 { _ = write(2, $0.baseAddress, $0.count) } }
}

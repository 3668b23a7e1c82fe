internal import Deadwax
internal import Imaging

/// Reads the bar codes in a frame: finds their places, cuts them into lines, reads these, and lets each reading's own
/// image say whether it is right.
///
/// The buffers stay from frame to frame.
final class BarReader {
  private let finder = PlaceFinder()
  private let decoder: LineDecoder
  private let verifier = Verifier()
  private let matcher: Matcher?
  private var edgeFinder = EdgeFinder()
  private var angles = AngleFinder()
  private var strip = Strip()
  private var profile = Profile()
  private var sharpener = Sharpener()
  /// Counts a camera's frames.
  private var turn = 0
  private var waiting = Waiting()
  /// What was read in each place of the frame, and in how many frames.
  private var readings: [PlaceReadings] = []
  private var frames: [Int] = []
  /// The places of a camera's frame that the first pass did not read.
  private var unread: [Int] = []

  /// How many places are read at most, in a camera's frame and in a picture.
  private static let places = (camera: 6, picture: 16)
  /// How many unread places of a camera's frame get the heavier pass that is due.
  private static let heavierPlaces = 3
  /// What the matcher may do in a camera's frame, in its units, at all places that have just come: most of what comes by
  /// is print, and gone in the next frame. A count and no clock, so that the same frames are always read alike: it is a
  /// millisecond or two on a small machine.
  private static let glance = 16
  /// And at each place that has stayed.
  private static let closeLook = 80

  /// - Throws: `BarcodeError.failed`.
  init(formats: BarcodeFormats) throws(BarcodeError) {
    decoder = try LineDecoder(formats: formats)
    matcher = Matcher(formats: formats, verifier: verifier)
  }

  /// The bar codes that are to be believed.
  func read(_ frame: LumaFrame, _ map: CellMap, _ effort: BarcodeScanner.Effort) -> [Barcode] {
    switch effort {
    case .camera: readCamera(frame, finder.places(in: map, limit: Self.places.camera))
    case .picture(let limit): readPicture(frame, finder.places(in: map, limit: Self.places.picture), limit)
    }
    var found: [Barcode] = []
    for index in readings.indices where !readings[index].isEmpty {
      readings[index].report(in: frame, frames: frames[index], to: &found)
    }
    return found
  }

  private func readCamera(_ frame: LumaFrame, _ places: [Place]) {
    readings.removeAll(keepingCapacity: true)
    frames.removeAll(keepingCapacity: true)
    unread.removeAll(keepingCapacity: true)
    for (index, place) in places.enumerated() {
      var reading = PlaceReadings()
      if !readings.contains(where: { $0.covers(place) }) {
        read(place, of: frame, by: .first, &reading)
        if !reading.isEnough { unread.append(index) }
      }
      readings.append(reading)
      frames.append(waiting.frames(at: place))
    }
    // What has just come goes first: what has been looked at for long is most likely print.
    unread.sort { (frames[$0], $0) < (frames[$1], $1) }
    var glance = Self.glance
    for index in unread.prefix(Self.heavierPlaces)
    where !readings.contains(where: { $0.covers(places[index]) }) {
      // Held still it is looked at closely; when all passes have been tried, again with a glance.
      let isClose = (2...2 * LinePass.heavier.count).contains(frames[index])
      matcher?.workLeft = isClose ? Self.closeLook : glance
      read(places[index], of: frame, by: Self.pass(inFrame: frames[index]), &readings[index])
      if !isClose { glance = min(glance, matcher?.workLeft ?? 0) }
    }
    for index in unread where readings[index].isEmpty { waiting.missed(places[index]) }
    waiting.turn()
    turn &+= 1
  }

  /// The heavier pass for a place that is seen for so many frames: the most promising twice, then each in turn.
  private static func pass(inFrame number: Int) -> LinePass {
    LinePass.heavier[max(0, number - 2) % LinePass.heavier.count]
  }

  private func readPicture(_ frame: LumaFrame, _ places: [Place], _ limit: Duration) {
    let end = ContinuousClock.now + limit
    matcher?.workLeft = .max
    readings = places.map { _ in PlaceReadings() }
    frames = places.map { _ in 1 }
    for (number, pass) in ([.first] + LinePass.heavier).enumerated() {
      for (index, place) in places.enumerated() where !readings[index].isEnough {
        if number > 0, ContinuousClock.now > end { return }
        if readings.contains(where: { $0.covers(place) }) { continue }
        read(place, of: frame, by: pass, &readings[index])
      }
    }
  }

  /// By how much a line speaks for a reading; nil where that is not enough.
  private func prove(
    _ fit: inout CodeFit, _ line: UnsafePointer<Float>, _ length: Int, _ step: Float, _ readings: inout PlaceReadings
  ) -> Float? {
    guard profile.take(line, length: length, step: step, under: fit.alignment) else { return nil }
    let hasCheck = fit.pattern.hasCheck
    guard let first = verifier.evidence(for: fit.pattern, spread: fit.alignment.spread, in: profile) else { return nil }
    if Acceptance.isBelieved(first, hasCheck: hasCheck) { return Acceptance.margin(first, hasCheck: hasCheck) }
    // Edges may lie badly where all else is well: the brightness itself says where the bars are.
    guard Acceptance.isWorthAnotherLook(first),
      let (alignment, _) = verifier.refine(fit.alignment, fit.pattern, ramp: first.ramp, in: &profile),
      let second = verifier.evidence(for: fit.pattern, spread: alignment.spread, in: profile)
    else { return nil }
    fit.alignment = alignment
    let margin = Acceptance.margin(second, hasCheck: hasCheck)
    if Acceptance.isBelieved(second, hasCheck: hasCheck) { return margin }
    return second.fit >= Acceptance.fitNeeded ? readings.hint(fit, margin: margin) : nil
  }

  /// Reads all lines of a place in one way.
  private func read(_ place: Place, of frame: LumaFrame, by pass: LinePass, _ readings: inout PlaceReadings) {
    let place = pass.isTurned ? angles.refined(place, in: frame) : place
    StripCutter.cut(place, of: frame, as: pass.cut, into: &strip)
    let (width, step) = (strip.width, strip.step)
    for number in 0..<strip.count {
      // From the middle on, and from frame to frame from another line: what work there is for goes round.
      let line = (number + strip.count / 2 + turn) % strip.count
      let v = strip.v(ofLine: line)
      let (start, spacing) = (strip.start, strip.spacing)
      strip.samples.withUnsafeMutableBufferPointer { samples in
        guard let base = samples.baseAddress else { return }
        let brightness = base + line * width
        sharpener.prepare(brightness, count: width, step: step, for: pass) { prepared in
          edgeFinder.find(prepared, count: width, rule: pass.rule)
        }
        let edges = edgeFinder.edges
        readings.note(edges: edges.count, of: place)
        decoder.read(edges, length: Float(width)) { read in
          guard var fit = CodeFit(read, on: edges) else { return }
          guard let margin = readings.knows(fit) ? 0 : prove(&fit, brightness, width, step, &readings) else { return }
          readings.add(
            fit, margin: margin, in: place, begin: start + fit.alignment.place(0) * step,
            end: start + fit.alignment.place(fit.alignment.length) * step, v: v, spacing: spacing)
        }
      }
      guard pass.isMatched else { continue }
      let edges = edgeFinder.edges
      matcher?.read(edges, strip, line: line, of: frame) { match in
        let alignment = match.fit.alignment
        readings.add(
          match.fit, margin: Acceptance.margin(match.evidence, hasCheck: true), in: place,
          begin: strip.u(ofSample: alignment.place(0)), end: strip.u(ofSample: alignment.place(alignment.length)),
          v: v, spacing: strip.spacing)
      }
    }
  }
}

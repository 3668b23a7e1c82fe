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
  private let soft: SoftReader?
  private let rows: RowWalk
  private let ends = CodeEnds()
  private let hasLengthOfITF: Bool
  /// The symbologies without a check of which a part could be read as a whole code.
  private let openEnded: Set<Symbology>
  private var edgeFinder = EdgeFinder()
  private var angles = AngleFinder()
  private var strip = Strip()
  private var profile = BarProfile()
  private var sharpener = Sharpener()
  /// Counts a camera's frames.
  private var turn = 0
  private var waiting = UnreadPlaces()
  /// The readings of each place of the frame, and the number of frames in which it was seen.
  private var readings: [PlaceReadings] = []
  private var frames: [Int] = []
  /// The places of a camera's frame that the first pass did not read.
  private var unread: [Int] = []
  /// The readings of the soft reader in a picture.
  private var softReadings: [SoftReading] = []
  /// True if the soft reader has not looked at all its places of the picture yet.
  private var isSoftDue = false
  /// The places at which it looks; nil if it has not begun.
  private var softSearch: SoftSearch?
  /// The pass and the place at which the time limit of a picture ended; nil if every pass was tried.
  private var cutOff: (pass: Int, place: Int)?

  /// The maximum number of places that are read, in a camera's frame and in a picture.
  private static let places = (camera: 6, picture: 16, shelf: 200)
  /// The number of unread places of a camera's frame that get the heavier pass that is due.
  private static let heavierPlaces = 3
  /// The work that the matcher may do in a camera's frame, in its units, for all new places. Most of them are print
  /// that is gone in the next frame. It is a count and no time, so the same frames always give the same readings; it
  /// takes one or two milliseconds on a small machine.
  private static let glance = 16
  /// The same for each place that has stayed.
  private static let closeLook = 80
  /// The number of alignments that are tried on a line that votes.
  private static let alignments = 4

  /// - Throws: `BarcodeError.failed`.
  init(formats: BarcodeFormats) throws(BarcodeError) {
    decoder = try LineDecoder(formats: formats)
    hasLengthOfITF = formats.lengths[.itf] != nil
    openEnded = Set([.itf, .codabar]).subtracting(formats.lengths.keys)
    rows = RowWalk(verifier: verifier)
    matcher = Matcher(formats: formats, verifier: verifier)
    soft = SoftReader(formats: formats, walk: rows)
  }

  /// Discards the state of all previous frames.
  func forget() {
    turn = 0
    waiting = UnreadPlaces()
  }

  /// True if the last picture was given every pass. A camera's frame always is.
  var isComplete: Bool { cutOff == nil }

  /// Returns the accepted bar codes of a frame.
  func read(_ frame: LumaFrame, _ map: CellMap, _ effort: BarcodeScanner.Effort) -> [Barcode] {
    cutOff = nil
    softReadings.removeAll()
    soft?.forget()
    isSoftDue = true
    softSearch = nil
    let places: [BarPlace]
    switch effort {
    case .camera:
      places = finder.places(in: map, limit: Self.places.camera)
      readCamera(frame, places)
    case .picture(let limit), .shelf(let limit):
      let most = if case .shelf = effort { Self.places.shelf } else { Self.places.picture }
      places = finder.places(in: map, limit: most)
      readings = places.map { _ in PlaceReadings() }
      frames = places.map { _ in 1 }
      readPicture(frame, map, places, from: (pass: 0, place: 0), limit)
    }
    return accepted(in: frame, of: places)
  }

  /// Continues the last picture with the passes that its time limit left out.
  ///
  /// - Parameters:
  ///   - frame: the same picture.
  ///   - map: its map.
  ///   - limit: the time for this call. At least one pass of one place is completed.
  /// - Returns: all accepted bar codes of the picture, also those of earlier calls.
  func resume(_ frame: LumaFrame, _ map: CellMap, _ limit: Duration) -> [Barcode] {
    let places = finder.places(in: map, limit: Self.places.picture)
    if let start = cutOff, places.count == readings.count {
      cutOff = nil
      readPicture(frame, map, places, from: start, limit)
    }
    return accepted(in: frame, of: places)
  }

  private func accepted(in frame: LumaFrame, of places: [BarPlace]) -> [Barcode] {
    var found: [Barcode] = []
    for index in readings.indices where !readings[index].isEmpty {
      readings[index].report(
        in: frame, frames: frames[index], beside: hasLengthOfITF ? nil : places, to: &found)
    }
    for reading in softReadings where !isOpposed(reading) {
      let barcode = reading.barcode(in: frame)
      if !found.contains(where: { $0.symbology == .ean13 && $0.raw == barcode.raw }) { found.append(barcode) }
    }
    return found
  }

  private func readCamera(_ frame: LumaFrame, _ places: [BarPlace]) {
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

  /// Reads the places of a picture by every pass, from one pass and place on. When the time is over, `cutOff` is the
  /// next one. The first pass is always given to all places, and every call completes at least one.
  private func readPicture(
    _ frame: LumaFrame, _ map: CellMap, _ places: [BarPlace], from start: (pass: Int, place: Int), _ limit: Duration
  ) {
    let end = ContinuousClock.now + limit
    matcher?.workLeft = .max
    var isBegun = false
    for (number, pass) in ([.first] + LinePass.heavier).enumerated().dropFirst(start.pass) {
      if number > 0, isSoftDue, !isBegun || ContinuousClock.now <= end {
        isSoftDue = !readSoftly(frame, map, until: end)
        if isSoftDue {
          cutOff = (number, 0)
          return
        }
        isBegun = true
      }
      for (index, place) in places.enumerated().dropFirst(number == start.pass ? start.place : 0)
      where !readings[index].isEnough {
        if number > 0, isBegun, ContinuousClock.now > end {
          cutOff = (number, index)
          return
        }
        if isCovered(place) { continue }
        read(place, of: frame, by: pass, &readings[index])
        isBegun = true
      }
    }
  }

  /// Reads the places of a picture without edges, where the first pass read no code. At least one place is read.
  ///
  /// - Returns: false if the time ended before the last place.
  private func readSoftly(_ frame: LumaFrame, _ map: CellMap, until end: ContinuousClock.Instant) -> Bool {
    guard let soft, readings.contains(where: { !$0.isEnough }) else { return true }
    let pyramid = FramePyramid(frame)
    var search = softSearch ?? SoftSearch(soft.places(in: pyramid, map))
    var isBegun = false
    while true {
      // Low codes are searched for where nothing else is read.
      if search.waiting.isEmpty, search.areLowPlacesDue, softReadings.isEmpty, readings.allSatisfy(\.isEmpty) {
        search.add(low: soft.lowPlaces(in: frame, besides: search.tried))
      }
      if isBegun, ContinuousClock.now > end, !search.waiting.isEmpty {
        softSearch = search
        return false
      }
      guard let place = search.next() else { return true }
      if isCovered(place.place) { continue }
      isBegun = true
      if let reading = soft.read(place, in: pyramid), !isOpposed(reading) { softReadings.append(reading) }
    }
  }

  /// Returns true if a code was already read in a place.
  private func isCovered(_ place: BarPlace) -> Bool {
    readings.contains { $0.covers(place) } || softReadings.contains { $0.covers(place) }
  }

  /// Returns true if edges prove another code where the soft reader has its own.
  private func isOpposed(_ reading: SoftReading) -> Bool {
    let place = reading.place
    return readings.contains { $0.opposes(reading.digits, atX: place.x, y: place.y) }
  }

  /// Returns the evidence of a line for a reading; nil if it is not sufficient.
  private func prove(
    _ fit: inout CodeFit, _ line: UnsafePointer<Float>, _ length: Int, _ step: Float, _ readings: inout PlaceReadings
  ) -> LineProof? {
    guard profile.take(line, length: length, step: step, under: fit.alignment) else { return nil }
    let hasCheck = fit.pattern.hasCheck
    guard let first = verifier.evidence(for: fit.pattern, spread: fit.alignment.spread, in: profile) else { return nil }
    if Acceptance.isBelieved(first, hasCheck: hasCheck) {
      return LineProof(margin: Acceptance.margin(first, hasCheck: hasCheck), ramp: first.ramp)
    }
    // Edges may lie badly where all else is well: the brightness itself says where the bars are.
    guard Acceptance.isWorthAnotherLook(first),
      let (alignment, _) = verifier.refine(fit.alignment, fit.pattern, ramp: first.ramp, in: &profile),
      let second = verifier.evidence(for: fit.pattern, spread: alignment.spread, in: profile)
    else { return nil }
    fit.alignment = alignment
    let margin = Acceptance.margin(second, hasCheck: hasCheck)
    if Acceptance.isBelieved(second, hasCheck: hasCheck) { return LineProof(margin: margin, ramp: second.ramp) }
    guard second.fit >= Acceptance.fitNeeded else { return nil }
    return readings.hint(fit, margin: margin).map { LineProof(margin: $0, ramp: second.ramp) }
  }

  /// Returns true if a code could be a part of a longer one. Every pair of an ITF's digits can stand at its end, and
  /// only paper beside it, or a known length, shows that it is complete.
  private func needsQuiet(_ fit: CodeFit) -> Bool { fit.symbology == .itf && !hasLengthOfITF }

  /// Reads all lines of a place in one way.
  private func read(_ place: BarPlace, of frame: LumaFrame, by pass: LinePass, _ readings: inout PlaceReadings) {
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
          guard !needsQuiet(fit) || QuietZones.areProven(fit, on: edges, brightness, count: width) else { return }
          let proof = readings.knows(fit) ? LineProof.repeated : prove(&fit, brightness, width, step, &readings)
          guard let proof else { return }
          readings.add(
            fit, proof, in: place, begin: start + fit.alignment.place(0) * step,
            end: start + fit.alignment.place(fit.alignment.length) * step, v: v, spacing: spacing)
        }
      }
      guard pass.isMatched else { continue }
      let edges = edgeFinder.edges
      matcher?.read(edges, strip, line: line, of: frame) { match in
        let alignment = match.fit.alignment
        readings.add(
          match.fit, LineProof(margin: Acceptance.margin(match.evidence, hasCheck: true), ramp: match.evidence.ramp),
          in: place,
          begin: strip.u(ofSample: alignment.place(0)), end: strip.u(ofSample: alignment.place(alignment.length)),
          v: v, spacing: strip.spacing)
      }
    }
    readings.confirm { reading in
      let verdict = judge(reading, in: frame, by: pass)
      guard verdict == .upheld else { return verdict }
      return isAnotherSeen(than: reading, in: frame, by: pass) || !areEndsProven(of: reading, in: frame, by: pass)
        ? .refuted : .upheld
    }
  }

  /// Returns true if a reading of which nothing else shows that it is complete has its ends where the code has them.
  private func areEndsProven(of reading: PlaceReading, in frame: LumaFrame, by pass: LinePass) -> Bool {
    !openEnded.contains(reading.symbology) || ends.areProven(of: subject(of: reading, by: pass), in: frame)
  }

  /// Returns true if rows of pixels show another code than a reading with a check.
  private func isAnotherSeen(than reading: PlaceReading, in frame: LumaFrame, by pass: LinePass) -> Bool {
    let subject = subject(of: reading, by: pass)
    return subject.pattern.hasCheck && rows.rows(of: subject, in: frame).showsAnother
  }

  /// Returns a reading of the current pass with its position on the middle one of the lines that showed it.
  private func subject(of reading: PlaceReading, by pass: LinePass) -> RowWalk.Subject {
    let fits = reading.fits.sorted { $0.v < $1.v }
    let (v, fit) = fits[fits.count / 2]
    var alignment = fit.alignment
    alignment.middle = strip.u(ofSample: alignment.middle)
    alignment.stretch(by: strip.step)
    return RowWalk.Subject(
      pattern: fit.pattern, ramp: reading.ramp, alignment: alignment, place: strip.place.moved(to: v),
      isInverted: pass.isInverted, isAligned: true)
  }

  /// Judges a reading that some lines proved by all lines of its place.
  private func judge(_ reading: PlaceReading, in frame: LumaFrame, by pass: LinePass) -> Acceptance.Verdict {
    let fits = reading.fits.sorted { $0.v < $1.v }
    guard let pattern = fits.first?.fit.pattern else { return .open }
    // Where nearly all lines read the same, three that show no damage will do: at each end and in the middle.
    if !pass.isMatched, fits.count * 8 >= strip.count * 7 {
      let ballot = ballot(pattern, fits, reading.ramp, asking: [0, fits.count / 2, fits.count - 1].map { fits[$0].v })
      if ballot.isUnanimous { return .upheld }
    }
    StripCutter.cut(strip.place, of: frame, as: pass.judging, into: &strip)
    if pass.isInverted { strip.invert() }
    return Acceptance.verdict(
      ballot(pattern, fits, reading.ramp, asking: nil), hasCheck: pattern.hasCheck, ofLines: strip.count)
  }

  /// Collects the votes of the strip's lines about a reading.
  ///
  /// - Parameters:
  ///   - pattern: the bars of the reading.
  ///   - fits: its positions on the lines that read it, by their offset along the bars.
  ///   - ramp: the blur with which it was proven.
  ///   - requested: the lines that vote, of those that read it; nil for all.
  /// - Returns: the votes.
  private func ballot(
    _ pattern: BarPattern, _ fits: [(v: Float, fit: CodeFit)], _ ramp: Float, asking requested: [Float]?
  ) -> Ballot {
    var ballot = Ballot(pattern)
    let spacing = strip.spacing
    let known = (0..<strip.count).map { line in
      let v = strip.v(ofLine: line)
      return fits.min { abs($0.v - v) < abs($1.v - v) }.flatMap { abs($0.v - v) <= spacing / 2 ? $0 : nil }
    }
    strip.samples.withUnsafeBufferPointer { samples in
      guard let base = samples.baseAddress else { return }
      // From line to line the code lies nearly alike: each begins where the one before had it. What lies before the
      // first line that read it is walked backwards.
      func walk(_ lines: some Sequence<Int>, from fit: CodeFit) {
        var near = fit
        for line in lines {
          if let own = known[line] { near = own.fit }
          if let requested, let own = known[line], !requested.contains(own.v) { continue }
          if let better = vote(near, base + line * strip.width, ramp, into: &ballot) {
            near.alignment = better
          }
        }
      }
      guard let first = known.firstIndex(where: { $0 != nil }) else { return }
      walk(first..<strip.count, from: fits[0].fit)
      walk((0..<first).reversed(), from: fits[0].fit)
    }
    return ballot
  }

  /// Adds the vote of a line. The code is aligned as on a near line, or a little beside it if that fits better.
  ///
  /// - Returns: the alignment on this line; nil if the line does not show the code.
  private func vote(
    _ fit: CodeFit, _ line: UnsafePointer<Float>, _ ramp: Float, into ballot: inout Ballot
  ) -> Alignment? {
    var alignment = fit.alignment
    guard profile.take(line, length: strip.width, step: strip.step, under: alignment) else { return nil }
    var best: (miss: Int, votes: [Verifier.Vote], alignment: Alignment)?
    for step in 0..<Self.alignments {
      guard let look = verifier.look(of: fit.pattern, spread: alignment.spread, in: profile, ramps: [ramp]) else {
        break
      }
      verifier.vote(fit.pattern, alignment.spread, look, profile)
      if let miss = ballot.miss(verifier.votes), best.map({ miss < $0.miss }) ?? true {
        best = (miss, verifier.votes, alignment)
      }
      if best?.miss == 0 || step + 1 == Self.alignments { break }
      guard let (better, _) = verifier.refine(alignment, fit.pattern, ramp: ramp, in: &profile) else { break }
      alignment = better
    }
    if let best { ballot.add(best.votes) }
    return best?.alignment
  }
}

internal import Deadwax
internal import Imaging

/// Reads EAN-13 and UPC-A whose bars are too blurred, or too few pixels wide, for their edges to be found. It uses only
/// the begin and the end of a code, and searches for the digits under which the brightness is likeliest.
///
/// The shorter codes are read by their edges only. A search over all digits finds a likeliest one everywhere. Twelve
/// cells and five guard bars are enough to distinguish it from a true code; six or eight cells are not (blurred bars of
/// a Code 128 gave an EAN-8).
///
/// The buffers are reused.
final class Matcher {
  private let verifier: Verifier
  private var profile = BarProfile()
  private var codewords = Codewords()
  /// The pattern of an EAN-13 whose digits are not known yet.
  private let blank: BarPattern
  /// The remaining budget of work: 1 for each sampling of pixels, 4 for each search of digits on them.
  var workLeft = Int.max
  private var spans: [Span] = []

  /// The number of rounds, each of which finds the digits and then the alignment.
  private static let rounds = 4
  /// The minimum fit after each round. A code that is read in the end explains more than half of it after the first
  /// round.
  private static let fits: [Float] = [0.2, 0.3, 0.35, 0.4]
  /// The blurs with which the search starts, as ramps in modules.
  private static let ramps: [Float] = [0.75, 1.3]
  /// The maximum number of pixels along the bars that are combined.
  private static let band: Float = 24
  /// The maximum number of parts of a line that are tried.
  private static let spansMost = 10

  /// Creates a matcher; nil if the formats contain neither EAN-13 nor UPC-A.
  init?(formats: BarcodeFormats, verifier: Verifier) {
    guard !formats.symbologies.isDisjoint(with: [.ean13, .upcA]),
      let blank = BarPattern.retail(.ean13, Array(repeating: UInt8(ascii: "0"), count: 13))
    else { return nil }
    self.verifier = verifier
    self.blank = blank
  }

  /// A reading with its evidence.
  struct Match {
    var fit: CodeFit
    var evidence: Evidence
  }

  /// Searches for codes around a line.
  ///
  /// - Parameters:
  ///   - edges: the edges of the line.
  ///   - strip: the strip that holds the line.
  ///   - line: the number of the line.
  ///   - frame: the frame from which the strip was cut.
  ///   - found: called with each code that is accepted.
  func read(_ edges: [Float], _ strip: Strip, line: Int, of frame: LumaFrame, found: (Match) -> Void) {
    let v = strip.v(ofLine: line)
    let half = min(Self.band, strip.place.height * 0.8) / 2
    findSpans(edges, strip)
    for span in spans.prefix(Self.spansMost) {
      for isBackwards in [false, true] {
        guard workLeft > 0 else { return }
        workLeft -= 1
        if let match = match(span.range, isBackwards, strip, (v - half)...(v + half), frame) {
          found(match)
          return
        }
      }
    }
  }

  /// A part of a line that could be a code.
  private struct Span {
    var range: ClosedRange<Float>
    /// The paper beside it, on the narrower side, in modules.
    var quiet: Float
  }

  /// Finds the parts of a line that could be a code: paper on both sides, and in between no element wider than eight
  /// modules. Parts with the most paper come first: most of the others are inside a code or extend into print.
  private func findSpans(_ edges: [Float], _ strip: Strip) {
    spans.removeAll(keepingCapacity: true)
    let count = edges.count
    let edgesMost = blank.edges.count
    // Blur hides the narrowest elements: at most two thirds of all edges.
    let edgesLeast = edgesMost / 3
    for first in stride(from: 0, to: count, by: 2) {
      let before = first == 0 ? Float.infinity : edges[first] - edges[first - 1]
      var widest: Float = 0
      for last in first + 1..<max(first + 1, min(count, first + edgesMost + 8)) {
        widest = max(widest, edges[last] - edges[last - 1])
        guard last % 2 == 1, last - first + 1 >= edgesLeast else { continue }
        let module = (edges[last] - edges[first]) / blank.length
        let after = last + 1 < count ? edges[last + 1] - edges[last] : Float.infinity
        guard module * strip.step > 0.6, widest < 8 * module, min(before, after) > 4 * module else { continue }
        // Paper beyond twice the standard's quiet zone adds no information.
        spans.append(Span(range: edges[first]...edges[last], quiet: min(22, min(before, after) / module)))
      }
    }
    // The sort is stable, so that the same line is always tried in the same order.
    for index in spans.indices.dropFirst() {
      let span = spans[index]
      var place = index
      while place > 0, spans[place - 1].quiet < span.quiet {
        spans[place] = spans[place - 1]
        place -= 1
      }
      spans[place] = span
    }
  }

  private func match(
    _ span: ClosedRange<Float>, _ isBackwards: Bool, _ strip: Strip,
    _ band: ClosedRange<Float>, _ frame: LumaFrame
  ) -> Match? {
    let length = blank.length
    let margin = BarProfile.margin * (span.upperBound - span.lowerBound) / length
    profile.take(frame, strip, v: band, range: (span.lowerBound - margin)...(span.upperBound + margin))
    if isBackwards { profile.reverse() }
    let straight = Alignment(
      from: isBackwards ? span.upperBound : span.lowerBound, to: isBackwards ? span.lowerBound : span.upperBound,
      length: length)
    guard profile.place(under: straight), let (ink, paper) = profile.roughTones,
      profile.showsGuards(length: length, contrast: paper - ink)
    else { return nil }
    let tone = Tone(ink: ink, paper: paper)
    var best: Match?
    for ramp in Self.ramps {
      if let best, Acceptance.isBelieved(matched: best.evidence) { break }
      guard workLeft > 0 else { break }
      workLeft -= 4
      var alignment = straight
      var pattern = blank
      var digits: [UInt8] = []
      var look = Verifier.Look(ramp: ramp, tone: tone)
      for round in 0..<Self.rounds {
        guard profile.place(under: alignment) else { break }
        verifier.compete(pattern, alignment.spread, look, profile) { cell, costs in
          for sign in costs.indices { codewords.costs[cell * Codewords.stride + sign] = costs[sign] }
        }
        guard let read = codewords.cheapest(), let next = BarPattern.retail(.ean13, read) else { break }
        let isSettled = read == digits && round > 1
        (digits, pattern) = (read, next)
        guard let better = verifier.refine(alignment, pattern, ramp: look.ramp, in: &profile) else { break }
        (alignment, look) = better
        guard look.fit > Self.fits[round] else {
          digits = []
          break
        }
        if isSettled { break }
      }
      guard !digits.isEmpty, profile.place(under: alignment),
        let evidence = verifier.evidence(for: pattern, spread: alignment.spread, in: profile)
      else { continue }
      if best.map({ Acceptance.margin(evidence, hasCheck: true) > Acceptance.margin($0.evidence, hasCheck: true) })
        ?? true
      {
        best = Match(
          fit: CodeFit(symbology: .ean13, bytes: digits, pattern: pattern, alignment: alignment),
          evidence: evidence)
      }
    }
    guard let best, Acceptance.isBelieved(matched: best.evidence) else { return nil }
    return best
  }
}

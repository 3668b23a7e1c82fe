internal import Deadwax
internal import Imaging

/// Reads EAN-13 and UPC-A where bars are too blurred, or too few pixels wide, for their edges to be found: knowing only
/// where a code begins and ends, it asks under which digits the brightness is the likeliest.
///
/// The shorter codes are left to their edges. Who looks for the likeliest digits among all finds some everywhere; twelve
/// cells and five guard bars are enough to tell them from true ones, six or eight are not (blurred bars of a Code 128
/// gave an EAN-8).
///
/// The buffers stay.
final class Matcher {
  private let verifier: Verifier
  private var profile = Profile()
  private var codewords = Codewords()
  /// An EAN-13 whose digits are not known yet.
  private let blank: BarPattern
  /// The work it may still do: 1 for pixels taken, 4 for each search of digits that begins on them.
  var workLeft = Int.max
  private var spans: [Span] = []

  /// How often digits and alignment are found in turn.
  private static let rounds = 4
  /// What each round must explain at least: half of what is read at last explains more after the first.
  private static let fits: [Float] = [0.2, 0.3, 0.35, 0.4]
  /// The blurs from which it begins, as ramps in modules.
  private static let ramps: [Float] = [0.75, 1.3]
  /// The pixels along the bars that are taken together, at most.
  private static let band: Float = 24
  /// So many parts of a line are tried at most.
  private static let spansMost = 10

  /// Nil where neither EAN-13 nor UPC-A is looked for.
  init?(formats: BarcodeFormats, verifier: Verifier) {
    guard !formats.symbologies.isDisjoint(with: [.ean13, .upcA]),
      let blank = BarPattern.retail(.ean13, Array(repeating: UInt8(ascii: "0"), count: 13))
    else { return nil }
    self.verifier = verifier
    self.blank = blank
  }

  /// A reading with what speaks for it.
  struct Match {
    var fit: CodeFit
    var evidence: Evidence
  }

  /// Reads about a line.
  ///
  /// - Parameters:
  ///   - edges: of the line.
  ///   - strip: that holds the line.
  ///   - line: its number.
  ///   - frame: from which the strip was cut.
  ///   - found: called with each code that is to be believed.
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

  /// Finds the parts of a line that could be a code: paper on both sides, and in between no element wider than four
  /// modules. Those with the most paper come first, for all of the others lie within a code or reach into print.
  private func findSpans(_ edges: [Float], _ strip: Strip) {
    spans.removeAll(keepingCapacity: true)
    let count = edges.count
    let edgesMost = blank.edges.count
    // Blur hides the narrowest elements, three quarters of all at the most.
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
        // More than twice the quiet zone of the standard tells nothing more.
        spans.append(Span(range: edges[first]...edges[last], quiet: min(22, min(before, after) / module)))
      }
    }
    // Of equals the earlier stays first: the same line is always tried in the same order.
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
    let margin = Profile.margin * (span.upperBound - span.lowerBound) / length
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

internal import Deadwax

/// The likeliest code under the sum of the evidence of several rows.
struct SoftVerdict {
  let digits: [UInt8]
  let isBackwards: Bool
  /// By how much the likeliest other code with a right check digit is behind, in nats.
  let margin: Float
  /// By how much the likeliest characters without a right check are ahead, in nats.
  let need: Float
  /// The noise of the clearest row.
  let noise: Float
  let rows: Int

  /// The required margin. The highest of a wrong code was 24, in 267 photographs and 200 textures.
  private static let marginNeeded: Float = 30
  /// The noise of the clearest row above which its bars are something else.
  private static let noiseMost: Float = 0.1
  /// A row that is this far from a code, in nats, lies beside its bars or under a reflection.
  private static let objectionMost: Float = 6

  /// True if the evidence suffices.
  var isAccepted: Bool { margin >= Self.marginNeeded && need <= margin && noise <= Self.noiseMost }

  /// True if it is far beyond what bars by chance reach in any of several shapes of the surface.
  var isClear: Bool { margin >= 45 && 2 * need <= margin && noise <= 0.08 }

  /// - Parameter rows: at least one row.
  init?(_ rows: [SoftRow]) {
    guard let clearest = rows.map(\.noise).min() else { return nil }
    let rankings = [false, true].map { isBackwards in
      var table = [Float](repeating: 0, count: 12 * Codewords.stride)
      for row in rows { row.add(to: &table, isBackwards: isBackwards) }
      return CodeRanking(table)
    }
    isBackwards = rankings[1].first.cost < rankings[0].first.cost
    let (own, other) = isBackwards ? (rankings[1], rankings[0]) : (rankings[0], rankings[1])
    guard own.first.cost.isFinite else { return nil }
    digits = own.first.bytes
    margin = min(own.second.cost, other.first.cost) - own.first.cost
    need = own.first.cost
    noise = clearest
    self.rows = rows.count
  }

  /// Returns the strongest verdict of some rows: the two, the four and all of the clearest ones, and again those of
  /// them all that do not object.
  static func strongest(of rows: [SoftRow]) -> SoftVerdict? {
    let sorted = rows.sorted { $0.noise < $1.noise }
    var verdicts = Set([2, 4, sorted.count]).sorted().filter { $0 <= sorted.count }
      .compactMap { SoftVerdict(Array(sorted.prefix($0))) }
    for verdict in verdicts {
      guard let pattern = BarPattern.retail(.ean13, verdict.digits) else { continue }
      let agreeing = rows.filter {
        $0.objection(to: pattern, isBackwards: verdict.isBackwards) < objectionMost
      }
      guard agreeing.count >= 2, let again = SoftVerdict(agreeing), again.digits == verdict.digits else { continue }
      verdicts.append(again)
    }
    let accepted = verdicts.filter(\.isAccepted)
    // Rows that read two codes show neither for certain.
    guard Set(accepted.map(\.digits)).count < 2 else { return nil }
    return (accepted.isEmpty ? verdicts : accepted).max { $0.margin < $1.margin }
  }
}

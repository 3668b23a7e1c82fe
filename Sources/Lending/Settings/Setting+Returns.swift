extension Setting {
  /// The settings of returns.
  static let returns: [Setting] = [
    flag(
      "returns.asks-parts", \.returns.asksParts,
      "Ask to count the parts when a copy with several parts is returned."),
    flag(
      "returns.keeps-open-without-parts", \.returns.keepsOpenWithoutParts,
      "Keep the loan open until all parts are returned. Otherwise the return ends it and records the missing parts."),
    flag(
      "returns.counts-in-house", \.returns.countsInHouse,
      "Count the return of a copy that was not on loan as in-house use."),
    flag(
      "returns.blocks-withdrawn", \.returns.blocksWithdrawn,
      "Only staff can check in withdrawn copies."),
  ]
}

/// Returns the known word that is most similar to a word; nil if none is similar enough.
package func nearest(_ word: String, among words: [String]) -> String? {
  let ranked = words.map { ($0, distance(Array(word.utf8), Array($0.utf8))) }
  guard let best = ranked.min(by: { $0.1 < $1.1 }), best.1 <= max(2, word.utf8.count / 3), best.1 < word.utf8.count
  else { return nil }
  return best.0
}

/// Returns the number of bytes that must be inserted, removed or changed (Levenshtein distance).
private func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
  var row = Array(0...right.count)
  for (i, letter) in left.enumerated() {
    var diagonal = row[0]
    row[0] = i + 1
    for (j, other) in right.enumerated() {
      let cost = letter == other ? diagonal : 1 + min(diagonal, row[j], row[j + 1])
      diagonal = row[j + 1]
      row[j + 1] = cost
    }
  }
  return row[right.count]
}

internal import FoundationEssentials

/// The result of `deadwax-reader proof` for one label, read undamaged and after each kind of simulated wear: one JSON
/// line.
package struct ProofAnswer: Codable, Sendable, Equatable {
  package var id: Int
  /// True if the right code was read from the undamaged label, and no other.
  package var clean: Bool
  package var blur: Bool
  package var noise: Bool
  package var spread: Bool
  /// Codes that were read by mistake, for example `QR: text`; at most a few.
  package var wrong: [String]
  /// The number of states that were searched with every pass, instead of read like one frame of a camera.
  package var searches: Int
  package var ms: Double

  package init(
    id: Int, clean: Bool, blur: Bool, noise: Bool, spread: Bool, wrong: [String], searches: Int, ms: Double
  ) {
    self.id = id
    self.clean = clean
    self.blur = blur
    self.noise = noise
    self.spread = spread
    self.wrong = wrong
    self.searches = searches
    self.ms = ms
  }

  /// The encoded line with its line feed.
  package var line: [UInt8] { ProofLine.encode(self) }

  /// Parses a line without its line feed; nil if it is not an answer.
  package init?(line: [UInt8]) {
    guard let answer = try? JSONDecoder().decode(ProofAnswer.self, from: Data(line)) else { return nil }
    self = answer
  }

  /// True if the code was read in every state.
  package var isReadable: Bool { clean && blur && noise && spread }
}

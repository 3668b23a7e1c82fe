internal import FoundationEssentials

/// A request to check that a label is readable before it is printed. It is one JSON line to `deadwax-reader proof`,
/// followed by the label's pixels: `width * height` bytes of brightness, row by row.
package struct ProofQuestion: Codable, Sendable, Equatable {
  /// The id of the request, which the answer repeats.
  package var id: Int
  package var width: Int
  package var height: Int
  /// The width of a module in pixels.
  package var module: Int
  /// The symbology, for example `Code 128`.
  package var symbology: String
  /// The text that must be read from the label, and no other.
  package var text: String

  package init(id: Int, width: Int, height: Int, module: Int, symbology: String, text: String) {
    self.id = id
    self.width = width
    self.height = height
    self.module = module
    self.symbology = symbology
    self.text = text
  }

  /// The maximum length of a request line in bytes.
  package static let lineLimit = 4096

  /// The encoded line with its line feed; the pixels follow it.
  package var line: [UInt8] { ProofLine.encode(self) }

  /// Parses a line without its line feed; nil if it is not a request.
  package init?(line: [UInt8]) {
    guard let question = try? JSONDecoder().decode(ProofQuestion.self, from: Data(line)) else { return nil }
    self = question
  }
}

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
  package var ms: Double

  package init(id: Int, clean: Bool, blur: Bool, noise: Bool, spread: Bool, wrong: [String], ms: Double) {
    self.id = id
    self.clean = clean
    self.blur = blur
    self.noise = noise
    self.spread = spread
    self.wrong = wrong
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

private enum ProofLine {
  static func encode(_ value: some Encodable) -> [UInt8] {
    // Texts, Booleans and finite numbers always have a JSON form.
    guard let data = try? JSONEncoder().encode(value) else {
      preconditionFailure("the result cannot be encoded as JSON")
    }
    return [UInt8](data) + [UInt8(ascii: "\n")]
  }
}

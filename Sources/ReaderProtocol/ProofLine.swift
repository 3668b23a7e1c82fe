internal import FoundationEssentials

/// A label that is to be read before it is handed out: one JSON line to `deadwax-reader proof`, then the label's pixels,
/// `width * height` bytes of brightness, row by row.
package struct ProofQuestion: Codable, Sendable, Equatable {
  /// Comes back with the answer.
  package var id: Int
  package var width: Int
  package var height: Int
  /// Pixels of a module.
  package var module: Int
  /// As `Code 128`.
  package var symbology: String
  /// What has to be read, and nothing beside it.
  package var text: String

  package init(id: Int, width: Int, height: Int, module: Int, symbology: String, text: String) {
    self.id = id
    self.width = width
    self.height = height
    self.module = module
    self.symbology = symbology
    self.text = text
  }

  /// The longest line of a question, in bytes.
  package static let lineLimit = 4096

  /// The line, with its line feed; the pixels come after it.
  package var line: [UInt8] { ProofLine.encode(self) }

  /// Reads a line without its line feed; nil when it is none.
  package init?(line: [UInt8]) {
    guard let question = try? JSONDecoder().decode(ProofQuestion.self, from: Data(line)) else { return nil }
    self = question
  }
}

/// What `deadwax-reader proof` read of one label, each time after another kind of wear: one JSON line.
package struct ProofAnswer: Codable, Sendable, Equatable {
  package var id: Int
  /// Whether the right code was read, and nothing else.
  package var clean: Bool
  package var blur: Bool
  package var noise: Bool
  package var spread: Bool
  /// What was read that should not have been, as `QR: text`; at most a few.
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

  /// The line, with its line feed.
  package var line: [UInt8] { ProofLine.encode(self) }

  /// Reads a line without its line feed; nil when it is none.
  package init?(line: [UInt8]) {
    guard let answer = try? JSONDecoder().decode(ProofAnswer.self, from: Data(line)) else { return nil }
    self = answer
  }

  /// Whether it was read in every state.
  package var isReadable: Bool { clean && blur && noise && spread }
}

private enum ProofLine {
  static func encode(_ value: some Encodable) -> [UInt8] {
    // Texts, flags and finite numbers always have a JSON form.
    guard let data = try? JSONEncoder().encode(value) else { preconditionFailure("a proof without a JSON form") }
    return [UInt8](data) + [UInt8(ascii: "\n")]
  }
}

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

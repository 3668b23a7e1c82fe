internal import Glibc
internal import Imaging
internal import ReaderProtocol

/// The requests from a descriptor, read with bounded memory.
struct ProofInput {
  /// An error in the input.
  struct Fault: Error, Equatable {
    let sentence: String
  }

  /// The maximum number of pixels, more than any label has: 16 Mi pixels are 300 × 80 mm at 600 dpi.
  static let areaLimit = 1 << 24

  private let file: Int32
  private var buffer: [UInt8] = []
  private var part = [UInt8](repeating: 0, count: 64 * 1024)

  init(_ file: Int32) { self.file = file }

  /// Returns the next label; nil at the end of the input. Throws if the input ends within a label.
  mutating func next() throws(Fault) -> (ProofQuestion, LumaFrame)? {
    var searched = 0
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        guard end <= ProofQuestion.lineLimit, let question = ProofQuestion(line: Array(buffer[..<end])) else {
          throw Fault(sentence: "the input is not a request")
        }
        buffer.removeFirst(end + 1)
        return (question, try pixels(of: question))
      }
      searched = buffer.count
      guard searched <= ProofQuestion.lineLimit else { throw Fault(sentence: "a line of the input is too long") }
      guard read() else {
        guard buffer.isEmpty else { throw Fault(sentence: "the input ends within a request") }
        return nil
      }
    }
  }

  private mutating func pixels(of question: ProofQuestion) throws(Fault) -> LumaFrame {
    let (width, height) = (question.width, question.height)
    guard (1...LumaFrame.sideLimit).contains(width), (1...LumaFrame.sideLimit).contains(height),
      width * height <= Self.areaLimit, (1...1000).contains(question.module)
    else { throw Fault(sentence: "a label cannot have \(width) × \(height) pixels") }
    while buffer.count < width * height {
      guard read() else { throw Fault(sentence: "the input ends within a label") }
    }
    let frame = LumaFrame(width: width, height: height, pixels: Array(buffer[..<(width * height)]))
    buffer.removeFirst(width * height)
    return frame
  }

  private mutating func read() -> Bool {
    while true {
      let count = Glibc.read(file, &part, part.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      buffer += part[..<count]
      return true
    }
  }
}

internal import Imaging
package import LabelDrawing
package import ReaderProtocol
internal import Readers

/// Reads labels back with a separate process, `deadwax-reader proof`. Used by one thread, which it blocks.
package final class ProofReader {
  private let program: String
  private var process: ChildProcess?
  private var next = 0

  /// The timeout for one label: ten times the slowest case on a slow machine.
  private static let patience = Duration.seconds(30)

  /// - Parameter program: the path of `deadwax-reader`.
  package init(program: String) { self.program = program }

  /// Reads a label back in every state of wear.
  ///
  /// - Parameters:
  ///   - face: a label with a symbol.
  ///   - symbol: the symbol that has to be read.
  /// - Returns: the result for each state.
  /// - Throws: `LabelError.undrawable`, or `ChildProcess.Fault` if the process fails; the next label gets a new
  ///   process.
  package func read(_ face: LabelFace, _ symbol: BarcodeSymbol) throws -> ProofAnswer {
    let frame = try face.raster()
    next += 1
    let question = ProofQuestion(
      id: next, width: frame.width, height: frame.height, module: face.moduleSize ?? 1,
      symbology: symbol.kind.rawValue, text: symbol.text)
    let child: ChildProcess
    if let process {
      child = process
    } else {
      child = try ChildProcess(program, ["proof"])
      process = child
    }
    do {
      let line = try child.request(question.line + frame.pixels, answerWithin: Self.patience)
      guard let answer = ProofAnswer(line: line), answer.id == question.id else {
        throw ChildProcess.Fault.ended(program: program, how: "did not respond", said: "")
      }
      return answer
    } catch {
      process = nil
      throw error
    }
  }
}

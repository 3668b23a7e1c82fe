internal import Deadwax
internal import LabelDrawing
internal import Log
internal import ReaderProtocol
internal import Readers

extension LabelMaker {
  /// Returns a face that was read back in every state of wear. It tries the common module width first, then larger
  /// widths that fit, then smaller ones.
  func proven(
    _ content: LabelContent, at position: Int, on grid: PrintGrid, from common: Int, _ textSize: Double?,
    _ reader: ProofReader, _ proof: inout LabelJob.Proof
  ) throws -> LabelFace {
    guard let symbol = content.symbol else { return try LabelFace.alignment(position, on: grid) }
    let larger = (common + 1..<common + 4).prefix { grid.fits(symbol, moduleSize: $0) }
    let smaller = (grid.leastModule(of: symbol.kind)..<max(common, grid.leastModule(of: symbol.kind))).reversed()
    var first: ProofAnswer?
    for module in [common] + larger + smaller.prefix(3) {
      let face = try LabelFace(content, on: grid, moduleSize: module, textSize: textSize)
      let answer = try twice { try reader.read(face, symbol) }
      if answer.isReadable {
        proof.add(answer)
        return face
      }
      first = first ?? answer
      logger.info("label \(position) of \(job.id) could not be read with \(module) pixels per module")
    }
    guard let first else { preconditionFailure("a label was not verified") }
    proof.add(first)
    throw LabelFault(unread: content, at: position, first, common)
  }

  /// Runs the body again once if the process ended, so that a crash caused by one label does not fail the next.
  private func twice<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let fault as ChildProcess.Fault {
      logger.warning("\(fault)")
      return try body()
    }
  }
}

extension LabelJob.Proof {
  fileprivate mutating func add(_ answer: ProofAnswer) {
    clean += answer.clean ? 1 : 0
    blur += answer.blur ? 1 : 0
    noise += answer.noise ? 1 : 0
    spread += answer.spread ? 1 : 0
    total += 1
  }
}

extension LabelFault {
  /// Creates the fault for a label that could not be read back, with the states of wear in which it failed.
  fileprivate init(unread content: LabelContent, at position: Int, _ answer: ProofAnswer, _ module: Int) {
    let states = [
      ("as drawn", answer.clean), ("out of focus", answer.blur), ("in poor light", answer.noise),
      ("with ink spread by a pixel", answer.spread),
    ].filter { !$0.1 }.map(\.0)
    let name = content.heading.isEmpty ? content.code : content.heading
    let wrong = answer.wrong.isEmpty ? "" : " Read instead: \(answer.wrong.joined(separator: ", "))."
    self.init(
      .unreadable,
      "Label \(position) (\(name.prefix(60))) could not be read \(states.joined(separator: ", nor ")), with \(module) pixels per module. The job failed.\(wrong)"
    )
  }
}

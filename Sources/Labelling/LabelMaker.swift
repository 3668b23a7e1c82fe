internal import Deadwax
internal import Labels
internal import Log
internal import ReaderProtocol
internal import Readers

/// Draws the labels of one job and has each read before anybody gets it. Blocks the thread it is used on.
struct LabelMaker {
  let job: LabelJob
  let layout: LabelLayout
  /// The path of `deadwax-reader`.
  let program: String
  let logger: Logger
  /// Told now and then how far it is; returns false to end it.
  let progress: (LabelJob) -> Bool

  /// What came out: the job as it ended, the pixels of each label's modules, and the sheets when all is well.
  struct Made {
    var job: LabelJob
    var modules: [Int] = []
    var pdf: [UInt8]?
  }

  private static let interval = Duration.seconds(1)

  /// - Parameter labels: of the job, in their order.
  /// - Returns: the job as it ended, and its sheets when all is well.
  func make(_ labels: [Label]) -> Made {
    var made = Made(job: job)
    do {
      let grid = PrintGrid(layout, resolution: job.resolution)
      let contents = try labels.map { try $0.content(as: job.form) }
      let common = try CommonModule.size(for: contents, on: grid)
      let reader = ProofReader(program: program)
      var faces: [LabelFace] = []
      var told = ContinuousClock.now
      for (index, content) in contents.enumerated() {
        let face = try proven(content, at: index + 1, on: grid, from: common, reader, &made.job.proof)
        faces.append(face)
        made.modules.append(face.moduleSize ?? 1)
        made.job.missingGlyphs += face.missingGlyphs
        made.job.done += 1
        if ContinuousClock.now - told > Self.interval {
          told = .now
          guard progress(made.job) else { throw LabelFault(.unavailable, "The hub was stopped meanwhile.") }
        }
      }
      let all = faces.flatMap { Array(repeating: $0, count: job.copiesOfEach) }
      made.pdf = try LabelSheets(all, on: grid, start: job.start - 1).pdf(title: "Deadwax labels")
      made.job.state = .ready
    } catch {
      let fault = LabelFault(because: error)
      made.job.state = .failed
      made.job.problem = fault.kind.rawValue
      made.job.detail = fault.description
      made.modules = []
    }
    return made
  }

  /// A face that was read in every state of wear: with the common width of its modules, or with a larger one, or where
  /// there is no room for that with a smaller one.
  private func proven(
    _ content: LabelContent, at position: Int, on grid: PrintGrid, from common: Int, _ reader: ProofReader,
    _ proof: inout LabelJob.Proof
  ) throws -> LabelFace {
    guard let symbol = content.symbol else { return try LabelFace.alignment(position, on: grid) }
    let larger = (common + 1..<common + 4).prefix { grid.fits(symbol, moduleSize: $0) }
    let smaller = (grid.leastModule(of: symbol.kind)..<max(common, grid.leastModule(of: symbol.kind))).reversed()
    var first: ProofAnswer?
    for module in [common] + larger + smaller.prefix(3) {
      let face = try LabelFace(content, on: grid, moduleSize: module)
      let answer = try twice { try reader.read(face, symbol) }
      if answer.isReadable {
        proof.add(answer)
        return face
      }
      first = first ?? answer
      logger.info("label \(position) of \(job.id) was not read with \(module) pixels a module")
    }
    guard let first else { preconditionFailure("a label was not tried at all") }
    proof.add(first)
    throw LabelFault(unread: content, at: position, first, common)
  }

  /// A process that ended is started again once: the next label is not to pay for the one before.
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
  /// A label that was not read, and in what state.
  fileprivate init(unread content: LabelContent, at position: Int, _ answer: ProofAnswer, _ module: Int) {
    let states = [
      ("as it is", answer.clean), ("out of focus", answer.blur), ("in poor light", answer.noise),
      ("with ink spread by a pixel", answer.spread),
    ].filter { !$0.1 }.map(\.0)
    let name = content.heading.isEmpty ? content.code : content.heading
    let wrong = answer.wrong.isEmpty ? "" : " Read instead: \(answer.wrong.joined(separator: ", "))."
    self.init(
      .unreadable,
      "Label \(position) (\(name.prefix(60))) was not read \(states.joined(separator: ", nor ")), with \(module) pixels a module. Nothing is handed out.\(wrong)"
    )
  }

  /// What an error below means to whoever ordered.
  init(because error: any Error) {
    switch error {
    case let fault as LabelFault: self = fault
    case LabelError.tooSmall: self.init(.tooSmall, "\(error)")
    case LabelError.unencodable, LabelError.wrongCheckDigit: self.init(.invalid, "\(error)")
    default: self.init(.unavailable, "The labels could not be made: \(error)")
    }
  }
}

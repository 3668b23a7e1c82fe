internal import Deadwax
internal import LabelDrawing
internal import Log
internal import ReaderProtocol
internal import Readers

/// Draws the labels of one job and reads each one back before it is released. Blocks the calling thread.
struct LabelMaker {
  let job: LabelJob
  let layout: LabelLayout
  /// The path of `deadwax-reader`.
  let program: String
  let logger: Logger
  /// A function called at most once a second with the current job. It returns false to stop the work.
  let progress: (LabelJob) -> Bool

  /// The result: the finished job, the module size in pixels of each label, and the sheets if the job succeeded.
  struct Made {
    var job: LabelJob
    var modules: [Int] = []
    var pdf: [UInt8]?
  }

  private static let interval = Duration.seconds(1)

  /// Draws and proves the labels.
  ///
  /// - Parameter labels: the labels of the job, in order.
  /// - Returns: the finished job, with its sheets if it succeeded.
  func make(_ labels: [Label]) -> Made {
    var made = Made(job: job)
    do {
      let grid = PrintGrid(layout, resolution: job.resolution)
      let contents = try labels.map { try $0.content(as: job.form) }
      let common = try CommonModule.size(for: contents, on: grid)
      let textSize = try CommonText.size(for: contents, on: grid, moduleSize: common)
      let reader = ProofReader(program: program)
      var fontPackages: Set<String> = []
      var faces: [LabelFace] = []
      var reported = ContinuousClock.now
      for (index, content) in contents.enumerated() {
        let face = try proven(content, at: index + 1, on: grid, from: common, textSize, reader, &made.job.proof)
        faces.append(face)
        made.modules.append(face.moduleSize ?? 1)
        made.job.missingGlyphs += face.missingGlyphs
        fontPackages.formUnion(face.fontPackages)
        made.job.done += 1
        if ContinuousClock.now - reported > Self.interval {
          reported = .now
          guard progress(made.job) else { throw LabelFault(.unavailable, "The hub was stopped in the meantime.") }
        }
      }
      let all = faces.flatMap { Array(repeating: $0, count: job.copiesOfEach) }
      made.pdf = try LabelSheets(all, on: grid, start: job.start - 1).pdf(title: "Deadwax labels")
      made.job.state = .ready
      made.job.detail = Self.advice(made.job.missingGlyphs, fontPackages)
    } catch {
      let fault = LabelFault(because: error)
      made.job.state = .failed
      made.job.problem = fault.kind.rawValue
      made.job.detail = fault.description
      made.modules = []
    }
    return made
  }

  /// Returns the advice on fonts for omitted characters; nil if none were omitted.
  private static func advice(_ missing: Int, _ fontPackages: Set<String>) -> String? {
    guard missing > 0 else { return nil }
    let signs = missing == 1 ? "1 character has" : "\(missing) characters have"
    let left =
      "\(signs) no font on the hub's machine and \(missing == 1 ? "was" : "were") left out. Numbers and codes are complete."
    guard !fontPackages.isEmpty else { return left }
    return "\(left) Install \(fontPackages.sorted().joined(separator: " ")), and create the labels again."
  }

  /// Returns a face that was read back in every state of wear. It tries the common module width first, then larger
  /// widths that fit, then smaller ones.
  private func proven(
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

  /// Creates the fault that reports an internal error to the client.
  init(because error: any Error) {
    switch error {
    case let fault as LabelFault: self = fault
    case LabelError.tooSmall: self.init(.tooSmall, "\(error)")
    case LabelError.unencodable, LabelError.wrongCheckDigit: self.init(.invalid, "\(error)")
    default: self.init(.unavailable, "Could not create the labels: \(error)")
    }
  }
}

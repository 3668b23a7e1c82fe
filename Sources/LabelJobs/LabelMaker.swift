internal import Deadwax
internal import LabelDrawing
internal import Log

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
  static func advice(_ missing: Int, _ fontPackages: Set<String>) -> String? {
    guard missing > 0 else { return nil }
    let signs = missing == 1 ? "1 character has" : "\(missing) characters have"
    let left =
      "\(signs) no font on the hub's machine and \(missing == 1 ? "was" : "were") left out. Numbers and codes are complete."
    guard !fontPackages.isEmpty else { return left }
    return "\(left) Install \(fontPackages.sorted().joined(separator: " ")), and create the labels again."
  }
}

extension LabelFault {
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

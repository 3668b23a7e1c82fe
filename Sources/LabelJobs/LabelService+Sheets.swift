package import Catalogue
package import Deadwax
internal import LabelDrawing
internal import Log
internal import Storage
internal import Threads

/// Operations on finished labels.
extension LabelService {
  /// Returns one job.
  ///
  /// - Throws: `LabelFault` if there is none with this id.
  package func job(_ id: LabelJob.ID) throws -> LabelJob {
    guard let job = try database.read({ try $0.labelJob(id) }) else {
      throw LabelFault(.notFound, "There is no label job with this id. Jobs are stored for 30 days.")
    }
    return job
  }

  /// Returns jobs, newest first.
  ///
  /// - Parameters:
  ///   - cursor: `next` of the previous page; nil for the first.
  ///   - limit: 1 to 200.
  /// - Returns: a page, and the cursor of the next one.
  /// - Throws: `CatalogueError.badCursor`.
  package func jobs(cursor: String?, limit: Int) throws -> Catalogue.Page<LabelJob> {
    var before: (createdAt: Timestamp, id: LabelJob.ID)?
    if let cursor {
      let parts = cursor.split(separator: ".", maxSplits: 1)
      guard parts.count == 2, let time = Int64(parts[0]), let id = LabelJob.ID(String(parts[1])) else {
        throw CatalogueError.badCursor
      }
      before = (Timestamp(milliseconds: time), id)
    }
    let (jobs, total) = try database.read { reading in
      (
        try reading.labelJobs(before: before, limit: limit + 1),
        try before == nil ? reading.labelJobTotal() : nil
      )
    }
    let page = Array(jobs.prefix(limit))
    return Catalogue.Page(
      items: page,
      next: jobs.count > limit ? page.last.map { "\($0.createdAt.milliseconds).\($0.id)" } : nil, total: total)
  }

  /// Returns all sheets of a job as a PDF in the paper's true size.
  ///
  /// - Throws: `LabelFault` if the sheets may not be released.
  package func pdf(_ id: LabelJob.ID) throws -> [UInt8] {
    let job = try handedOut(id)
    if let stored = files.read(id) { return stored }
    // The file was deleted; it is drawn again exactly as proven.
    return try sheets(of: job).pdf(title: "Deadwax labels")
  }

  /// Returns one sheet as a picture.
  ///
  /// - Parameters:
  ///   - id: the id of the job.
  ///   - sheet: the number of the sheet, from 1.
  ///   - isVector: true for SVG; false for black-and-white PNG at the printer's resolution.
  /// - Returns: the file.
  /// - Throws: `LabelFault` if the sheets may not be released.
  package func picture(_ id: LabelJob.ID, sheet: Int, isVector: Bool) throws -> [UInt8] {
    let job = try handedOut(id)
    guard (1...max(1, job.sheets)).contains(sheet) else {
      let count = job.sheets == 1 ? "1 sheet" : "\(job.sheets) sheets"
      throw LabelFault(.notFound, "There is no sheet \(sheet); this job has \(count).")
    }
    let sheets = try sheets(of: job)
    return try isVector ? sheets.svg(sheet - 1) : sheets.png(sheet - 1)
  }

  private func handedOut(_ id: LabelJob.ID) throws -> LabelJob {
    let job = try job(id)
    switch job.state {
    case .ready: return job
    case .making:
      throw LabelFault(
        .unfinished, "The labels are still being verified: \(job.done * job.copiesOfEach) of \(job.labels).")
    case .failed: throw LabelFault(.unfinished, "These labels could not be created. \(job.detail ?? "")")
    }
  }

  /// Returns the labels exactly as they were proven, from stored data without another look-up.
  private func sheets(of job: LabelJob) throws -> LabelSheets {
    guard let layout = layouts.first(where: { $0.id == job.layout }) else {
      throw LabelFault(.notFound, "The layout \(job.layout) no longer exists.")
    }
    let grid = PrintGrid(layout, resolution: job.resolution)
    do {
      let labels = try database.read { try $0.labels(of: job.id) }
      let contents = try labels.map { try $0.label.content(as: job.form) }
      let common = try CommonModule.size(for: contents, on: grid)
      let textSize = try CommonText.size(for: contents, on: grid, moduleSize: common)
      let faces = try zip(labels, contents).flatMap { label, content in
        let face =
          if label.label.code == nil {
            try LabelFace.alignment(label.label.position, on: grid)
          } else {
            try LabelFace(content, on: grid, moduleSize: label.module ?? 1, textSize: textSize)
          }
        return Array(repeating: face, count: job.copiesOfEach)
      }
      return LabelSheets(faces, on: grid, start: job.start - 1)
    } catch let error as LabelError {
      throw LabelFault(because: error)
    }
  }

  /// Queues a job's sheets for printing.
  ///
  /// - Returns: the job in the state `printing`.
  /// - Throws: `LabelFault` if the sheets may not be released, there is no printer, or the queue is full.
  package func print(_ id: LabelJob.ID) throws -> LabelJob {
    let job = try handedOut(id)
    guard configuration.printing != .none else {
      throw LabelFault(
        .noPrinter, "The hub has no printer. Configure print-command or printer, or download the sheets and print them."
      )
    }
    if files.read(id) == nil { try files.write(sheets(of: job).pdf(title: "Deadwax labels"), of: id) }
    try setPrinting(of: job, .printing)
    let isTaken = printers.add { [self] in
      let result = configuration.printing.print(files.path(of: id))
      if !result.isPrinted { logger.warning("could not print the labels \(id): \(result.output)") }
      do {
        try setPrinting(of: job, result.isPrinted ? .printed : .failed, output: result.output, code: result.code)
      } catch {
        logger.error("could not store the result of printing \(id): \(error)")
      }
    }
    guard isTaken else {
      try setPrinting(of: job, .failed, output: "Too many print jobs are waiting.")
      throw LabelFault(.unavailable, "Too many print jobs are waiting.")
    }
    return try self.job(id)
  }

  private func setPrinting(
    of job: LabelJob, _ state: LabelJob.PrintState, output: String? = nil, code: Int? = nil
  ) throws {
    try database.write { [published] transaction in
      try transaction.setPrinting(of: job.id, state, output: output, code: code)
      try transaction.publishChange(of: job)
      transaction.afterCommit(published)
    }
  }

  /// Returns the labels of a job, each with the time it was scanned since. A scan proves that the label is readable on
  /// paper.
  package func check(_ id: LabelJob.ID) throws -> [Label.Seen] {
    _ = try job(id)
    return try database.read { try $0.labelsSeen(of: id) }.filter { $0.label.code != nil }
  }
}

package import Deadwax
internal import Foundation
package import Labels
internal import Lanes
package import Log
package import Storage

/// Makes labels, keeps them for a while, prints them, and tells which were seen again.
///
/// Whatever takes time runs on three lanes of its own: orders and single sheets on one, the making of jobs on another,
/// printing on the third. A job that takes long, and a printer that hangs, hold nobody else up.
package final class LabelService: Sendable {
  /// What the operator decides.
  package struct Configuration: Sendable {
    /// The folder of the layouts; nil looks where they usually are.
    package var layouts: String?
    /// Where the sheets are kept.
    package var folder: String
    /// The path of `deadwax-reader`, which reads every label.
    package var reader: String
    package var house: HouseNumber
    package var printing: LabelPrinting

    package init(
      layouts: String? = nil, folder: String, reader: String, house: HouseNumber = .standard,
      printing: LabelPrinting = .none
    ) {
      self.layouts = layouts
      self.folder = folder
      self.reader = reader
      self.house = house
      self.printing = printing
    }
  }

  package let layouts: [LabelLayout]
  let database: Database
  let configuration: Configuration
  let files: LabelFiles
  let logger: Logger
  let published: @Sendable () -> Void
  private let shelf: LayoutShelf
  private let orders = Worker("label orders")
  private let making = Worker("label making", limit: 16)
  let printers = Worker("label printer", limit: 16)
  private let isStopping = Signal()
  private let waiting = Guarded<[LabelJob.ID: Waiting]>([:])
  private let lastCleaning = Guarded<ContinuousClock.Instant?>(nil)

  /// Somebody who is to hear of a job when it is done, or when it takes too long to wait for.
  private struct Waiting {
    var until: ContinuousClock.Instant
    var then: @Sendable (Result<LabelJob, any Error>) -> Void
  }

  /// How long an order is waited for; then its maker hears how far it is.
  private static let patience = Duration.seconds(20)
  /// How long jobs and their sheets are kept.
  static let keepingTime = Duration.seconds(30 * 24 * 3600)
  /// Labels that are written in one transaction: what is scanned meanwhile must not wait for two thousand.
  private static let rowsAtOnce = 200

  /// - Parameters:
  ///   - database: where jobs are kept.
  ///   - configuration: what the operator decided.
  ///   - logger: takes what an operator should know.
  ///   - published: called after each commit that added to the journal; must not block.
  package init(
    database: Database, configuration: Configuration, logger: Logger, published: @escaping @Sendable () -> Void
  ) {
    self.database = database
    self.configuration = configuration
    self.logger = logger
    self.published = published
    files = LabelFiles(folder: configuration.folder)
    shelf = LayoutShelf(folder: configuration.layouts ?? LayoutShelf.standardFolder())
    layouts = shelf.layouts
    for fault in shelf.faults { logger.warning("a label layout is left out: \(fault)") }
    if layouts.isEmpty { logger.warning("no label layouts were found; labels cannot be made") }
    failInterrupted()
  }

  package func stop() {
    isStopping.raise()
    for worker in [orders, making, printers] { worker.stop() }
  }

  /// Runs something that may take a moment on the lane of orders.
  ///
  /// - Returns: false when too much waits there.
  package func perform(_ body: @escaping @Sendable () -> Void) -> Bool { orders.add(body) }

  /// Makes labels. To be called on the lane of orders.
  ///
  /// - Parameters:
  ///   - order: what is wanted.
  ///   - then: called once: with the job when it is ready, or as far as it is after 20 seconds; with `LabelFault` for an
  ///     order that cannot be carried out, or a label that was not read.
  package func make(_ order: LabelOrder, then: @escaping @Sendable (Result<LabelJob, any Error>) -> Void) {
    do {
      let (job, labels, layout) = try accept(order)
      waiting.withLock { $0[job.id] = Waiting(until: .now + Self.patience, then: then) }
      let isTaken = making.add { [self] in carryOut(job, labels, layout) }
      if !isTaken {
        var job = job
        job.state = .failed
        job.problem = LabelFault.Kind.unavailable.rawValue
        job.detail = "Too many label jobs are waiting."
        finish(job, modules: [])
      }
    } catch {
      then(.failure(error is LabelError ? LabelFault(because: error) : error))
    }
  }

  /// Finds what is to be printed, and sees that it fits, before anything is kept.
  private func accept(_ order: LabelOrder) throws -> (LabelJob, [Label], LabelLayout) {
    guard let layout = shelf.layout(order.layout) else {
      throw LabelFault(.notFound, "There is no layout \(order.layout.prefix(60)).")
    }
    try check(order, layout)
    var (drafts, skipped) = try database.read { reading in
      var gathering = LabelGathering(order, house: configuration.house, reading: reading)
      try gathering.gather()
      return (gathering.drafts, gathering.skipped)
    }
    if order.subjects == .alignment {
      drafts = (order.start...layout.perSheet).map { _ in
        LabelDraft(code: nil, heading: "", caption: "", subject: "")
      }
    }
    guard !drafts.isEmpty else { throw LabelFault(.empty, "There is nothing to print a label for.", skipped: skipped) }
    guard drafts.count * order.copiesOfEach <= LabelOrder.labelLimit else {
      throw LabelFault(.invalid, "A job has \(LabelOrder.labelLimit) labels at most; make several.")
    }
    let labels = drafts.enumerated().map { index, draft in
      Label(
        position: index + 1, code: draft.code, heading: draft.heading, details: draft.details, caption: draft.caption)
    }
    let grid = PrintGrid(layout, resolution: order.resolution)
    do throws(LabelError) {
      var contents: [LabelContent] = []
      for label in labels { contents.append(try label.content(as: order.form)) }
      _ = try CommonModule.size(for: contents, on: grid)
    } catch {
      throw LabelFault(because: error)
    }
    let count = labels.count * order.copiesOfEach
    let job = try keep(
      LabelJob(
        id: .new(at: .now()), layout: layout.id, form: order.form, resolution: order.resolution, start: order.start,
        copiesOfEach: order.copiesOfEach,
        sheets: LabelSheets.count(labels: count, start: order.start - 1, perSheet: layout.perSheet), labels: count,
        skipped: skipped, hasCards: order.subjects.areCards, createdAt: .now()), drafts, labels)
    return (job, labels, layout)
  }

  private func check(_ order: LabelOrder, _ layout: LabelLayout) throws {
    guard PrintGrid.resolutions.contains(order.resolution) else {
      throw LabelFault(.invalid, "A printer has 203, 300 or 600 dpi.")
    }
    guard (1...layout.perSheet).contains(order.start) else {
      throw LabelFault(.invalid, "The first label's place is a number from 1 to \(layout.perSheet).")
    }
    guard (1...100).contains(order.copiesOfEach) else { throw LabelFault(.invalid, "Of each label 1 to 100 are made.") }
    if order.form == .ean13 {
      switch order.subjects {
      case .copies, .copiesBelow, .search: break
      default: throw LabelFault(.invalid, "Only copies have an EAN-13; QR and Code 128 hold every code.")
      }
    }
  }

  /// Keeps the job, and what makes its codes mean something: they do before the first sheet can be printed.
  private func keep(_ job: LabelJob, _ drafts: [LabelDraft], _ labels: [Label]) throws -> LabelJob {
    try database.write { transaction in try transaction.insert(job) }
    do {
      for first in stride(from: 0, to: labels.count, by: Self.rowsAtOnce) {
        let range = first..<min(first + Self.rowsAtOnce, labels.count)
        let (drafts, labels) = (Array(drafts[range]), Array(labels[range]))
        try database.write { transaction in
          for draft in drafts { try transaction.keep(draft.binding, for: job.id) }
          try transaction.insert(labels, of: job)
        }
      }
    } catch {
      try? database.write { try $0.removeLabelJob(job.id) }
      throw error
    }
    return job
  }

  /// On the lane of making.
  private func carryOut(_ job: LabelJob, _ labels: [Label], _ layout: LabelLayout) {
    let maker = LabelMaker(
      job: job, layout: layout, program: configuration.reader, logger: logger,
      progress: { [self] job in
        keepProgress(job)
        return !isStopping.isRaised
      })
    var made = maker.make(labels)
    if let pdf = made.pdf {
      do {
        try files.write(pdf, of: job.id)
      } catch {
        logger.error("the sheets of \(job.id) could not be written: \(error)")
        made.job.state = .failed
        made.job.problem = LabelFault.Kind.unavailable.rawValue
        made.job.detail = "The sheets could not be written to the data folder."
      }
    }
    finish(made.job, modules: made.modules)
  }

  private func keepProgress(_ job: LabelJob) {
    database.submit({ [published] transaction in
      try transaction.keep(job)
      try transaction.publishChange(of: job)
      transaction.afterCommit(published)
    }) { [logger] result in
      if case .failure(let error) = result { logger.error("the state of \(job.id) was not kept: \(error)") }
    }
  }

  /// Keeps how a job ended, and tells who waits for it.
  private func finish(_ job: LabelJob, modules: [Int]) {
    let result = Result { () throws -> LabelJob in
      for first in stride(from: 0, to: modules.count, by: Self.rowsAtOnce) {
        let part = Array(modules[first..<min(first + Self.rowsAtOnce, modules.count)])
        try database.write { try $0.setModules(part, from: first + 1, of: job.id) }
      }
      try database.write { [published] transaction in
        try transaction.keep(job)
        try transaction.publishChange(of: job)
        transaction.afterCommit(published)
      }
      if job.state == .failed {
        throw LabelFault(LabelFault.Kind(rawValue: job.problem ?? "") ?? .unavailable, job.detail ?? "It failed.")
      }
      return job
    }
    if case .failure(let error) = result { logger.warning("labels \(job.id): \(error)") }
    waiting.withLock { $0.removeValue(forKey: job.id) }?.then(result)
  }

  /// What was being made when the hub ended is not made any more.
  private func failInterrupted() {
    do {
      for id in try database.read({ try $0.labelJobs(in: .making) }) {
        guard var job = try database.read({ try $0.labelJob(id) }) else { continue }
        job.state = .failed
        job.problem = LabelFault.Kind.unavailable.rawValue
        job.detail = "The hub was stopped while these labels were being made."
        let failed = job
        try database.write { try $0.keep(failed) }
      }
    } catch {
      logger.error("unfinished label jobs could not be read: \(error)")
    }
  }

  // MARK: now and then

  /// Answers who has waited long enough, and removes what is old. To be called about twice a second.
  package func tick() {
    let now = ContinuousClock.now
    let late = waiting.withLock { waiting in
      let late = waiting.filter { $0.value.until <= now }
      for id in late.keys { waiting[id] = nil }
      return late
    }
    for (id, one) in late { one.then(Result { try job(id) }) }
    let isTime = lastCleaning.withLock { last in
      guard last.map({ now - $0 > .seconds(3600) }) ?? true else { return false }
      last = now
      return true
    }
    if isTime { _ = orders.add { [self] in removeOld(before: .now() + (.zero - Self.keepingTime)) } }
  }

  /// Removes the jobs that were made before a time, with their sheets.
  package func removeOld(before time: Timestamp) {
    do {
      for id in try database.read({ try $0.labelJobs(madeBefore: time) }) {
        files.remove(id)
        try database.write { try $0.removeLabelJob(id) }
      }
    } catch {
      logger.error("old label jobs were not removed: \(error)")
    }
  }
}

extension WriteTransaction {
  /// Makes a label's code mean what it says.
  fileprivate func keep(_ binding: LabelDraft.Binding, for job: LabelJob.ID) throws {
    switch binding {
    case .none: break
    case .issue(let code): try issue(code, for: job)
    case .bind(let key, let target):
      // Somebody may have printed the same meanwhile.
      guard try self.target(of: key) != target else { break }
      try bind(key, to: target)
      try recordChange(.bind)
    }
  }

  func publishChange(of job: LabelJob) throws {
    try publish(
      .labelJobChanged, subject: job.id.text,
      payload: #""state":"\#(job.state.rawValue)","done":\#(job.done),"labels":\#(job.labels)"#)
  }
}

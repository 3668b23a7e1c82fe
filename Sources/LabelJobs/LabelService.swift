package import Deadwax
internal import Foundation
package import LabelDrawing
package import Lending
package import Log
package import Storage
internal import Threads

/// Makes labels, stores them for a while, prints them, and reports which were scanned since.
///
/// Slow work runs on three lanes: orders and single sheets, the making of jobs, and printing. A long job or a printer
/// that hangs therefore delays nothing else.
package final class LabelService: Sendable {
  /// The operator's settings.
  package struct Configuration: Sendable {
    /// The folder of the layouts; nil for the standard folders.
    package var layouts: String?
    /// The folder of the finished sheets.
    package var folder: String
    /// The path of `deadwax-reader`, which reads back every label.
    package var reader: String
    package var inStoreEAN: InStoreEAN
    package var printing: LabelPrinting
    /// The web address below which phones find copies, without a trailing slash; nil if none is set.
    package var address: String?

    package init(
      layouts: String? = nil, folder: String, reader: String, inStoreEAN: InStoreEAN = .standard,
      printing: LabelPrinting = .none
    ) {
      self.layouts = layouts
      self.folder = folder
      self.reader = reader
      self.inStoreEAN = inStoreEAN
      self.printing = printing
    }
  }

  package let layouts: [LabelLayout]
  let database: Database
  let configuration: Configuration
  let files: LabelFiles
  let logger: Logger
  let published: @Sendable () -> Void
  private let library: @Sendable (any Queryable) throws -> LibraryPolicy
  private let shelf: LabelLayouts
  /// The web address of the library, without a trailing slash; nil if none is set.
  package var address: String? { configuration.address }
  private let orders = SerialQueue("label orders")
  private let making = SerialQueue("label making", limit: 16)
  let printers = SerialQueue("label printer", limit: 16)
  private let isStopping = Latch()
  private let waiting = Locked<[LabelJob.ID: Waiting]>([:])

  /// A caller that waits for a job, and the time at which it is answered even if the job still runs.
  private struct Waiting {
    var until: ContinuousClock.Instant
    var then: @Sendable (Result<LabelJob, any Error>) -> Void
  }

  /// The time a caller waits for an order. Then it gets the current progress.
  private static let patience = Duration.seconds(20)
  /// The retention of jobs and their sheets.
  private static let keepingTime = Duration.seconds(30 * 24 * 3600)
  /// The number of labels stored in one transaction. Scans must not wait for two thousand.
  private static let rowsAtOnce = 200

  /// - Parameters:
  ///   - database: the database that stores the jobs.
  ///   - configuration: the operator's settings.
  ///   - library: returns the current library policy.
  ///   - logger: the log for the operator.
  ///   - published: called after each commit that published an event; must not block.
  package init(
    database: Database, configuration: Configuration,
    library: @escaping @Sendable (any Queryable) throws -> LibraryPolicy, logger: Logger,
    published: @escaping @Sendable () -> Void
  ) {
    self.database = database
    self.library = library
    self.configuration = configuration
    self.logger = logger
    self.published = published
    files = LabelFiles(folder: configuration.folder)
    shelf = LabelLayouts(folder: configuration.layouts ?? LabelLayouts.standardFolder())
    layouts = shelf.layouts
    for fault in shelf.faults { logger.warning("skipped a label layout: \(fault)") }
    if layouts.isEmpty { logger.warning("no label layouts were found; labels cannot be created") }
    failInterrupted()
  }

  package func stop() {
    isStopping.raise()
    for worker in [orders, making, printers] { worker.stop() }
  }

  /// Runs a task on the lane of orders.
  ///
  /// - Returns: false if the lane's queue is full.
  package func perform(_ body: @escaping @Sendable () -> Void) -> Bool { orders.add(body) }

  /// Makes labels. Must be called on the lane of orders.
  ///
  /// - Parameters:
  ///   - order: the requested labels.
  ///   - station: the station that orders them; nil for none.
  ///   - by: the person or program that orders them; nil for the station itself.
  ///   - then: called once: with the job when it is ready, or with its progress after 20 seconds; with `LabelFault` for
  ///     an order that cannot be carried out, or a label that could not be read back.
  package func make(
    _ order: LabelOrder, at station: Station.Name?, by: String?,
    then: @escaping @Sendable (Result<LabelJob, any Error>) -> Void
  ) {
    do {
      let (job, labels, layout) = try accept(order, station, by)
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

  /// Collects the labels of an order, and checks that they fit, before anything is stored.
  private func accept(
    _ order: LabelOrder, _ station: Station.Name?, _ by: String?
  ) throws -> (LabelJob, [Label], LabelLayout) {
    guard let layout = shelf.layout(order.layout) else {
      throw LabelFault(.notFound, "There is no layout \(order.layout.prefix(60)).")
    }
    try check(order, layout)
    var (drafts, skipped) = try database.read { reading in
      var gathering = LabelGathering(
        order, inStoreEAN: configuration.inStoreEAN, address: configuration.address,
        zone: try library(reading).due.calendar.zone, reading: reading)
      try gathering.gather()
      return (gathering.drafts, gathering.skipped)
    }
    if order.subjects == .alignment {
      drafts = (order.start...layout.perSheet).map { _ in
        LabelDraft(code: nil, heading: "", caption: "", subject: "")
      }
    }
    guard !drafts.isEmpty else { throw LabelFault(.empty, "There are no subjects for labels.", skipped: skipped) }
    guard drafts.count * order.copiesOfEach <= LabelOrder.labelLimit else {
      throw LabelFault(.invalid, "A job has at most \(LabelOrder.labelLimit) labels; create several jobs.")
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
    let job = try store(
      LabelJob(
        id: .new(at: .now()), layout: layout.id, form: order.form, resolution: order.resolution, start: order.start,
        copiesOfEach: order.copiesOfEach,
        sheets: LabelSheets.count(labels: count, start: order.start - 1, perSheet: layout.perSheet), labels: count,
        skipped: skipped, hasCards: order.subjects.areCards, station: station, by: by, createdAt: .now()), drafts,
      labels)
    return (job, labels, layout)
  }

  private func check(_ order: LabelOrder, _ layout: LabelLayout) throws {
    guard PrintGrid.resolutions.contains(order.resolution) else {
      throw LabelFault(.invalid, "The resolution must be 203, 300 or 600 dpi.")
    }
    guard (1...layout.perSheet).contains(order.start) else {
      throw LabelFault(.invalid, "The position of the first label must be a number from 1 to \(layout.perSheet).")
    }
    guard (1...100).contains(order.copiesOfEach) else {
      throw LabelFault(.invalid, "The number of prints of each label must be from 1 to 100.")
    }
    if order.form == .ean13, !order.subjects.areCopies {
      throw LabelFault(.invalid, "Only copies have an EAN-13; use QR or Code 128 for other codes.")
    }
    guard order.carriesAddress else { return }
    guard order.form == .qr, order.subjects.areCopies else {
      throw LabelFault(.invalid, "Only QR codes of copies carry a web address.")
    }
    guard configuration.address != nil else {
      throw LabelFault(.invalid, "There is no web address. Set 'tag-address' in the hub's configuration.")
    }
  }

  /// Stores the job, and the bindings of its codes. The codes resolve before the first sheet can be printed.
  private func store(_ job: LabelJob, _ drafts: [LabelDraft], _ labels: [Label]) throws -> LabelJob {
    try database.write { transaction in
      try transaction.insert(job)
      try transaction.noteOrder(.labelJob, of: OrderedJob(job), at: job.station, by: job.by)
    }
    do {
      for first in stride(from: 0, to: labels.count, by: Self.rowsAtOnce) {
        let range = first..<min(first + Self.rowsAtOnce, labels.count)
        let (drafts, labels) = (Array(drafts[range]), Array(labels[range]))
        try database.write { transaction in
          for draft in drafts { try transaction.store(draft.binding, for: job) }
          try transaction.insert(labels, of: job)
        }
      }
    } catch {
      try? database.write { try $0.removeLabelJob(job.id) }
      throw error
    }
    return job
  }

  /// Makes the labels of a job. Runs on the lane of making.
  private func carryOut(_ job: LabelJob, _ labels: [Label], _ layout: LabelLayout) {
    let maker = LabelMaker(
      job: job, layout: layout, program: configuration.reader, logger: logger,
      progress: { [self] job in
        storeProgress(job)
        return !isStopping.isRaised
      })
    var made = maker.make(labels)
    if let pdf = made.pdf {
      do {
        try files.write(pdf, of: job.id)
      } catch {
        logger.error("could not write the sheets of \(job.id): \(error)")
        made.job.state = .failed
        made.job.problem = LabelFault.Kind.unavailable.rawValue
        made.job.detail = "The sheets could not be written to the data folder."
      }
    }
    finish(made.job, modules: made.modules)
  }

  private func storeProgress(_ job: LabelJob) {
    database.submit({ [published] transaction in
      try transaction.store(job)
      try transaction.publishChange(of: job)
      transaction.afterCommit(published)
    }) { [logger] result in
      if case .failure(let error) = result { logger.error("could not store the state of \(job.id): \(error)") }
    }
  }

  /// Stores the outcome of a job, and reports it to the waiting caller.
  private func finish(_ job: LabelJob, modules: [Int]) {
    let result = Result { () throws -> LabelJob in
      for first in stride(from: 0, to: modules.count, by: Self.rowsAtOnce) {
        let part = Array(modules[first..<min(first + Self.rowsAtOnce, modules.count)])
        try database.write { try $0.setModules(part, from: first + 1, of: job.id) }
      }
      try database.write { [published] transaction in
        try transaction.store(job)
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

  /// Marks the jobs that were in progress when the hub stopped as failed.
  private func failInterrupted() {
    do {
      for id in try database.read({ try $0.labelJobs(in: .making) }) {
        guard var job = try database.read({ try $0.labelJob(id) }) else { continue }
        job.state = .failed
        job.problem = LabelFault.Kind.unavailable.rawValue
        job.detail = "The hub was stopped while these labels were being created."
        let failed = job
        try database.write { try $0.store(failed) }
      }
    } catch {
      logger.error("could not read the unfinished label jobs: \(error)")
    }
  }

  // MARK: - Periodic work

  /// Answers the callers whose waiting time is over. Must be called about twice a second.
  package func tick() {
    let now = ContinuousClock.now
    let late = waiting.withLock { waiting in
      let late = waiting.filter { $0.value.until <= now }
      for id in late.keys { waiting[id] = nil }
      return late
    }
    for (id, one) in late { one.then(Result { try job(id) }) }
  }

  /// Removes the jobs whose retention has ended, with their sheets. To be called only while the clock is trusted.
  ///
  /// - Returns: the number of removed jobs.
  /// - Throws: a `StorageError`.
  package func removeOld() throws -> Int {
    try database.read { reading in try reading.labelJobs(madeBefore: reading.now + (.zero - Self.keepingTime)) }
      .reduce(into: 0) { count, id in
        files.remove(id)
        try database.write { try $0.removeLabelJob(id) }
        count += 1
      }
  }
}

extension WriteTransaction {
  /// Stores a label's binding, so that its code resolves.
  fileprivate func store(_ binding: LabelDraft.Binding, for job: LabelJob) throws {
    switch binding {
    case .none: break
    case .issue(let code): try issue(code, for: job.id)
    case .bind(let key, let target):
      // Another job may have bound the same code meanwhile.
      guard try self.target(of: key) != target else { break }
      try bind(key, to: target)
      // Without the station, whose "undo" means what a person did there, not what a label needed.
      try recordChange(.bind, by: job.by)
    }
  }

  func publishChange(of job: LabelJob) throws {
    try publish(
      .labelJobChanged(state: job.state, done: job.done, labels: job.labels), subject: job.id.text)
  }
}

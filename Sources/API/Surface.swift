package import Catalogue
package import Circulation
package import Events
package import HTTPServer
package import Labelling
package import Lanes
package import Log
package import Messages
package import Notices

/// The hub as the network sees it: every route, in one table by noun.
package struct Surface: Sendable {
  package let catalogue: Catalogue
  package let history: History
  package let scans: ScanService
  package let away: AwayService
  package let counter: Counter
  package let undoing: Undoing
  package let recording: Recording
  package let receipts: Receipts
  package let tagViews: TagViews
  package let tagService: TagService
  package let events: EventRelay
  package let access: Access
  package let once: OnceKeeper
  package let labels: LabelService
  package let desks: Desks
  package let virtualDesk: VirtualDesk?
  package let openAPI: [UInt8]
  /// What people are told, in the language of each desk.
  package let words: Messages
  package let worker: Worker
  /// For what may take minutes, as a replay.
  package let longWorker: Worker
  /// For what a station has to know of the whole house, which takes seconds.
  package let replicaWorker: Worker
  package let logger: Logger

  /// What the composition tells of the machine the hub runs on.
  package struct Desks: Sendable {
    package let readers: @Sendable () -> [ReaderView]
    /// The newest picture of a camera.
    package let preview: @Sendable (String) -> [UInt8]?
    package let readiness: @Sendable () -> Readiness
    package let metrics: @Sendable () -> String

    package init(
      readers: @escaping @Sendable () -> [ReaderView], preview: @escaping @Sendable (String) -> [UInt8]?,
      readiness: @escaping @Sendable () -> Readiness, metrics: @escaping @Sendable () -> String
    ) {
      self.readers = readers
      self.preview = preview
      self.readiness = readiness
      self.metrics = metrics
    }
  }

  package init(
    catalogue: Catalogue, history: History, scans: ScanService, counter: Counter, undoing: Undoing,
    recording: Recording, receipts: Receipts, tagViews: TagViews,
    tagService: TagService,
    events: EventRelay, access: Access, once: OnceKeeper, labels: LabelService, desks: Desks,
    virtualDesk: VirtualDesk?, openAPI: [UInt8], words: Messages, worker: Worker,
    longWorker: Worker, replicaWorker: Worker, logger: Logger
  ) {
    self.catalogue = catalogue
    self.history = history
    self.scans = scans
    away = AwayService(scans)
    self.counter = counter
    self.undoing = undoing
    self.recording = recording
    self.receipts = receipts
    self.tagViews = tagViews
    self.tagService = tagService
    self.events = events
    self.access = access
    self.once = once
    self.labels = labels
    self.desks = desks
    self.virtualDesk = virtualDesk
    self.openAPI = openAPI
    self.words = words
    self.worker = worker
    self.longWorker = longWorker
    self.replicaWorker = replicaWorker
    self.logger = logger
  }

  /// All routes of this version.
  package var routes: [Route] {
    healthRoutes + scanRoutes + releaseRoutes + copyRoutes + placeRoutes + stationRoutes + tagRoutes + tagJobRoutes
      + tagQueueRoutes + readerRoutes + eventRoutes
      + setupRoutes
      + tokenRoutes + sessionRoutes + virtualDeskRoutes + labelRoutes + borrowerRoutes + loanRoutes + holdRoutes
      + feeRoutes + inboxRoutes + settingRoutes + changeRoutes + recordingRoutes + visitRoutes + awayRoutes
  }

  /// The body limit of a route that takes JSON.
  static let jsonLimit = 64 * 1024

  /// A route that answers at once.
  func route(
    _ method: Method, _ pattern: String, needs role: Role?, bodyLimit: Int = 0,
    _ answer: @escaping @Sendable (HTTPRequest) throws -> HTTPResponse
  ) -> Route {
    Route(method, pattern, bodyLimit: bodyLimit) { [access] request, reply in
      reply(
        answering {
          if let role { try access.check(request, needs: role) }
          return try answer(request)
        })
    }
  }

  /// A route that changes something, or may block: it is answered on the worker's lane.
  func workedRoute(
    _ method: Method, _ pattern: String, needs role: Role?, bodyLimit: Int = jsonLimit,
    _ answer: @escaping @Sendable (HTTPRequest) throws -> HTTPResponse
  ) -> Route {
    Route(method, pattern, bodyLimit: bodyLimit) { [access, worker] request, reply in
      let isTaken = worker.add {
        reply(
          answering {
            if let role { try access.check(request, needs: role) }
            return try answer(request)
          })
      }
      if !isTaken { reply(Problem(.notReady, "Too much is waiting to be done.").response) }
    }
  }

  /// The one place where an error becomes an answer.
  func answering(_ answer: () throws -> HTTPResponse) -> HTTPResponse {
    do {
      return try answer()
    } catch {
      return problem(error).response
    }
  }
}

package import Catalogue
internal import Deadwax
package import Events
package import HTTPServer
package import History
package import LabelJobs
package import Log
package import Messages
package import Notices
package import OfflineMerge
package import Scanning
package import Staff
internal import Storage
package import TagJobs
package import Threads
internal import Wire

/// The HTTP API of the hub: all routes, in one table by resource.
package struct HTTPAPI: Sendable {
  package let catalogue: Catalogue
  package let history: History
  package let scans: ScanService
  package let offline: OfflineService
  package let counter: StaffOperations
  package let undoing: UndoService
  package let recording: Recording
  package let receipts: Receipts
  package let tagViews: TagViews
  package let tagService: TagService
  package let events: EventRelay
  package let access: Access
  package let idempotency: IdempotencyStore
  /// The rate limit against the guessing of cards.
  let guesses = GuessLimit()
  package let labels: LabelService
  package let stations: Stations
  package let virtualHardware: VirtualControls?
  /// The cache of list responses.
  package let lists: ListCache
  package let openAPI: [UInt8]
  /// The texts for people, in the language of each station.
  package let words: Messages
  package let worker: SerialQueue
  /// The worker for requests that may take minutes, such as a replay.
  package let longWorker: SerialQueue
  /// The worker for replicas, which take seconds to create.
  package let replicaWorker: SerialQueue
  /// The stations whose replica is being created.
  let replicaCallers = Locked<Set<Station.Name>>([])
  package let logger: Logger

  /// The functions through which the composition root reports on the hub's machine.
  package struct Stations: Sendable {
    package let readers: @Sendable () -> [ReaderView]
    /// Returns the latest picture of a camera.
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
    catalogue: Catalogue, history: History, scans: ScanService, counter: StaffOperations, undoing: UndoService,
    recording: Recording, receipts: Receipts, tagViews: TagViews,
    tagService: TagService,
    events: EventRelay, access: Access, once: IdempotencyStore, labels: LabelService, stations: Stations,
    lists: ListCache, virtualHardware: VirtualControls?, openAPI: [UInt8], words: Messages, worker: SerialQueue,
    longWorker: SerialQueue, replicaWorker: SerialQueue, replicas: ReplicaCache, logger: Logger
  ) {
    self.catalogue = catalogue
    self.history = history
    self.scans = scans
    offline = OfflineService(
      database: scans.database, policies: scans.policies, replicas: replicas, published: scans.published)
    self.counter = counter
    self.undoing = undoing
    self.recording = recording
    self.receipts = receipts
    self.tagViews = tagViews
    self.tagService = tagService
    self.events = events
    self.access = access
    self.idempotency = once
    self.labels = labels
    self.stations = stations
    self.lists = lists
    self.virtualHardware = virtualHardware
    self.openAPI = openAPI
    self.words = words
    self.worker = worker
    self.longWorker = longWorker
    self.replicaWorker = replicaWorker
    self.logger = logger
  }

  /// All routes of this API version.
  package var routes: [Route] {
    healthRoutes + scanRoutes + releaseRoutes + copyRoutes + placeRoutes + stationRoutes + tagRoutes + tagJobRoutes
      + tagQueueRoutes + readerRoutes + eventRoutes
      + setupRoutes
      + tokenRoutes + signInRoutes + virtualHardwareRoutes + labelRoutes + borrowerRoutes + loanRoutes + holdRoutes
      + feeRoutes + inboxRoutes + settingRoutes + changeRoutes + recordingRoutes + sessionRoutes + offlineRoutes
  }

  /// The maximum body size in bytes of a route that accepts JSON.
  static let jsonLimit = 64 * 1024

  /// Returns a route that is answered immediately, on the server's thread.
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

  /// Returns a route of a list whose content does not depend on the time. Its response is cached until the next write.
  ///
  /// - Parameters:
  ///   - pattern: the pattern of the path.
  ///   - role: the role that the caller needs.
  ///   - tables: returns all tables that the requested list is read from, so that writes to other tables do not matter;
  ///     nil if any write can change the list.
  ///   - answer: reads the list.
  /// - Returns: the route.
  func listRoute(
    _ pattern: String, needs role: Role,
    from tables: @escaping @Sendable (HTTPRequest) -> [RowKey.Table]? = { _ in nil },
    _ answer: @escaping @Sendable (HTTPRequest, Access.Caller) throws -> HTTPResponse
  ) -> Route {
    staffRoute(.get, pattern, needs: role) { [lists] request, caller in
      try lists.answer(request, caller, from: tables(request)) { try answer(request, caller) }
    }
  }

  /// Returns a route that makes a change or may block. It is answered on the worker's lane.
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
      if !isTaken { reply(Problem(.notReady, "Too many requests are waiting.").response) }
    }
  }

  /// Returns the response of `answer`, or the response for its error. All errors become responses here.
  func answering(_ answer: () throws -> HTTPResponse) -> HTTPResponse {
    do {
      return try answer()
    } catch {
      return problem(error).response
    }
  }
}

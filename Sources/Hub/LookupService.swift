internal import API
internal import Log
internal import Storage

final class LookupService: Sendable {
  static func start(
    for configuration: HubConfiguration, _ database: Database, _ logger: Logger,
    _ published: @escaping @Sendable () -> Void
  ) throws -> LookupService { LookupService() }
  var readiness: Readiness.Lookup { Readiness.Lookup(state: "working", queued: 0) }
  func stop() {}
}

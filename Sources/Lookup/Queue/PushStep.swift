internal import Deadwax
internal import Storage

/// One step of a push: the requests by which Discogs carries it out exactly once.
struct PushStep: Sendable {
  let database: Database
  let client: DiscogsClient
  let push: DiscogsPush
  let now: @Sendable () -> Timestamp

  /// Carries out a step.
  ///
  /// - Returns: the step with its result.
  /// - Throws: the `LookupError` why Discogs did not answer, or a `StorageError`.
  func carryOut(_ step: DiscogsStep) throws -> DiscogsStep {
    switch (push.list, push.act) {
    case (.collection, .add): return try add(step)
    case (.collection, .remove): return try remove(step)
    case (.wishlist, .add):
      // A repetition changes nothing.
      try client.want(step.number, push.user)
      return step.ended(.done)
    case (.wishlist, .remove):
      let isDone = try isCarriedOut { () throws(LookupError) in try client.unwant(step.number, push.user) }
      return step.ended(isDone ? .done : .already)
    }
  }

  /// Adds an instance, unless Discogs has one that the comparison and the earlier steps do not know: then the response
  /// to the addition was lost, or a person has added it at Discogs.
  private func add(_ step: DiscogsStep) throws -> DiscogsStep {
    var step = step
    let page = try client.instances(of: step.number, push.user)
    guard page?.pages ?? 0 <= 1 else { return step.ended(.failed, "Discogs has more than 100 of them") }
    let known = try database.read { try $0.discogsInstances(of: step.number) }
    let unknown = (page?.entries ?? []).filter { entry in
      entry.number == step.number && entry.instance.map { !known.contains($0) } ?? false
    }
    if let found = unknown.min(by: { $0.instance ?? 0 < $1.instance ?? 0 }) {
      (step.instance, step.folder) = (found.instance, found.folder)
      return step.ended(step.sentAt == nil ? .already : .done)
    }
    let folder = step.folder ?? push.folder ?? Self.uncategorised
    step.sentAt = now()
    // It is on the disk before the request is sent, so that the next start knows that it may have arrived.
    guard try database.write({ [step] in try $0.update(step) }) else { throw LookupError.cancelled }
    step.instance = try client.add(step.number, toFolder: folder, of: push.user)
    return step.ended(.done)
  }

  /// Removes the instance, also from another folder than that of the comparison.
  private func remove(_ step: DiscogsStep) throws -> DiscogsStep {
    var step = step
    guard let instance = step.instance else { return step.ended(.failed, "the step has no instance") }
    let first = step.folder ?? Self.uncategorised
    if try isCarriedOut({ () throws(LookupError) in
      try client.remove(instance, of: step.number, fromFolder: first, of: push.user)
    }) {
      return step.ended(.done)
    }
    let entries = try client.instances(of: step.number, push.user)?.entries ?? []
    guard let found = entries.first(where: { $0.instance == instance }) else { return step.ended(.already) }
    guard let folder = found.folder, folder != first else {
      return step.ended(.failed, "Discogs does not remove it")
    }
    step.folder = folder
    let isDone = try isCarriedOut { () throws(LookupError) in
      try client.remove(instance, of: step.number, fromFolder: folder, of: push.user)
    }
    return step.ended(isDone ? .done : .already)
  }

  /// Returns false if Discogs has no such item.
  private func isCarriedOut(_ request: () throws(LookupError) -> Void) throws(LookupError) -> Bool {
    do throws(LookupError) {
      try request()
      return true
    } catch .notFound {
      return false
    } catch {
      throw error
    }
  }

  /// The folder of the collection for what is in no other one.
  private static let uncategorised: Int64 = 1
}

extension DiscogsStep {
  fileprivate func ended(_ state: DiscogsStepState, _ problem: String? = nil) -> DiscogsStep {
    var step = self
    step.state = state
    step.problem = problem
    return step
  }
}

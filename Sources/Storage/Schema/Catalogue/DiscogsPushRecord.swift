package import Deadwax

extension Queryable {
  /// Returns the newest push, or nil if there was none.
  package func discogsPush() throws -> DiscogsPush? {
    try first("SELECT * FROM discogs_push WHERE id = 1") { row in
      guard let state = DiscogsPushState(rawValue: try row.text("state")),
        let list = DiscogsList(rawValue: try row.text("list")), let act = DiscogsAct(rawValue: try row.text("act"))
      else { throw StorageError(.mismatch, call: "discogs push", message: "an invalid state") }
      var push = DiscogsPush(
        number: Int(try row.integer("number")), list: list, act: act, folder: try row.optionalInteger("folder"),
        user: try row.text("user_name"), remaining: Int(try row.integer("remaining")),
        by: try row.optionalText("planned_by"), at: try row.time("planned_at"))
      push.state = state
      push.problem = try row.optionalText("problem")
      push.confirmedBy = try row.optionalText("confirmed_by")
      push.confirmedAt = try row.optionalTime("confirmed_at")
      push.modifiedAt = try row.time("modified_at")
      push.version = Int(try row.integer("version"))
      return push
    }
  }

  /// Returns the number of steps of a push in each state.
  package func discogsStepCounts(of push: Int) throws -> [DiscogsStepState: Int] {
    let counts = try all(
      "SELECT state, count(*) AS number FROM discogs_push_item WHERE push = ?1 GROUP BY state", push
    ) { row in (DiscogsStepState(rawValue: try row.text("state")), Int(try row.integer("number"))) }
    return Dictionary(counts.compactMap { state, number in state.map { ($0, number) } }, uniquingKeysWith: +)
  }

  /// Returns the first step of a push that has not ended, or nil after the last.
  package func nextDiscogsStep(of push: Int) throws -> DiscogsStep? {
    try first(
      "SELECT * FROM discogs_push_item WHERE push = ?1 AND state = 'waiting' ORDER BY position LIMIT 1", push,
      as: discogsStep)
  }

  /// Returns the steps of a push in their order.
  ///
  /// - Parameters:
  ///   - push: the number of the plan.
  ///   - state: the state of the steps; nil for all of them.
  ///   - position: the position before the first one; 0 for the beginning.
  ///   - limit: the maximum number of steps.
  /// - Returns: the steps.
  /// - Throws: a `StorageError`.
  package func discogsSteps(
    of push: Int, in state: DiscogsStepState?, after position: Int, limit: Int
  ) throws -> [DiscogsStep] {
    try all(
      """
      SELECT * FROM discogs_push_item WHERE push = ?1 AND position > ?2 AND (?3 = '' OR state = ?3)
      ORDER BY position LIMIT ?4
      """, push, position, state?.rawValue ?? "", limit, as: discogsStep)
  }

  /// Returns the instances of a release that are known to be in the collection.
  package func discogsInstances(of number: Int64) throws -> Set<Int64> {
    Set(
      try all("SELECT instance FROM discogs_item WHERE list = 'collection' AND number = ?1", number) {
        try $0.integer("instance")
      })
  }

  private func discogsStep(_ row: Row) throws -> DiscogsStep {
    var step = DiscogsStep(
      push: Int(try row.integer("push")), position: Int(try row.integer("position")),
      number: try row.integer("number"), title: try row.text("title"), artist: try row.text("artist"),
      instance: try row.optionalInteger("instance"), folder: try row.optionalInteger("folder"))
    step.state = DiscogsStepState(rawValue: try row.text("state")) ?? .failed
    step.sentAt = try row.optionalTime("sent_at")
    step.problem = try row.optionalText("problem")
    return step
  }
}

extension WriteTransaction {
  /// Stores a push in place of the one before. The version counts up by itself.
  package func store(_ push: DiscogsPush) throws {
    try run(
      """
      INSERT INTO discogs_push (id, number, state, list, act, folder, user_name, remaining, problem, planned_by,
        planned_at, confirmed_by, confirmed_at, modified_at)
      VALUES (1, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)
      ON CONFLICT (id) DO UPDATE SET number = excluded.number, state = excluded.state, list = excluded.list,
        act = excluded.act, folder = excluded.folder, user_name = excluded.user_name, remaining = excluded.remaining,
        problem = excluded.problem, planned_by = excluded.planned_by, planned_at = excluded.planned_at,
        confirmed_by = excluded.confirmed_by, confirmed_at = excluded.confirmed_at, modified_at = excluded.modified_at,
        version = discogs_push.version + 1
      """, push.number, push.state.rawValue, push.list.rawValue, push.act.rawValue, push.folder, push.user,
      push.remaining, push.problem, push.plannedBy, push.plannedAt, push.confirmedBy, push.confirmedAt, now)
  }

  /// Stores the progress of a push. The version stays: it belongs to the state, which people change.
  package func storeProgress(of push: DiscogsPush) throws {
    try run(
      "UPDATE discogs_push SET problem = ?1, modified_at = ?2 WHERE id = 1 AND number = ?3", push.problem, now,
      push.number)
  }

  /// Adds a step of a plan.
  package func add(_ step: DiscogsStep) throws {
    try run(
      """
      INSERT INTO discogs_push_item (push, position, number, title, artist, instance, folder, state, sent_at, problem)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
      """, step.push, step.position, step.number, step.title, step.artist, step.instance, step.folder,
      step.state.rawValue, step.sentAt, step.problem)
  }

  /// Stores the result of a step.
  ///
  /// - Returns: false if the plan was replaced meanwhile, and nothing was stored.
  /// - Throws: a `StorageError`.
  package func update(_ step: DiscogsStep) throws -> Bool {
    try run(
      """
      UPDATE discogs_push_item SET instance = ?3, folder = ?4, state = ?5, sent_at = ?6, problem = ?7
      WHERE push = ?1 AND position = ?2
      """, step.push, step.position, step.instance, step.folder, step.state.rawValue, step.sentAt, step.problem) > 0
  }

  /// Removes the steps of all plans.
  package func removeDiscogsSteps() throws { try run("DELETE FROM discogs_push_item") }

  /// Removes an item of a list at Discogs.
  package func remove(_ item: DiscogsItem) throws {
    try run("DELETE FROM discogs_item WHERE list = ?1 AND instance = ?2", item.list.rawValue, item.instance)
  }
}

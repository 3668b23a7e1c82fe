package import Catalogue
package import Deadwax
internal import Execution
package import Storage

extension Queryable {
  /// Returns the record that a tag is bound to; nil if it is not bound.
  package func meaning(of uid: TagID) throws -> TagTargetView? {
    guard let binding = try binding(of: uid) else { return nil }
    let named: Copy? = if case .copy(let id) = binding.target { try copy(id) } else { nil }
    return TagTargetView(
      target: binding.target, version: binding.version, name: try name(of: binding.target), copy: named,
      release: try named.flatMap { try release($0.release) })
  }

  /// Returns a tag that was seen or is bound; nil for any other.
  package func tagView(_ uid: TagID) throws -> TagView? {
    let bound = try meaning(of: uid)
    let isCard = try wasCard(uid)
    if let tag = try tag(uid) {
      return TagView(
        listed: ListedTag(uid: tag.uid, since: tag.firstSeenAt, tag: tag), bound: bound, isCard: isCard)
    }
    guard bound != nil, let binding = try binding(of: uid) else { return nil }
    let time = try boundTime(of: binding)
    return TagView(
      listed: ListedTag(uid: binding.key.uid ?? uid, since: time, tag: nil), bound: bound, isCard: isCard)
  }
}

/// Tags, jobs and queues, read-only.
package struct TagViews: Sendable {
  private let database: Database

  package init(database: Database) { self.database = database }

  /// The tags that a list contains.
  package enum Shown: String, CaseIterable, Sendable {
    case all, bound, unbound, suspect
  }

  /// Returns one tag, by its UID in either byte order; nil if it was never seen and is not bound.
  package func tag(_ uid: TagID) throws -> TagView? { try database.read { try $0.tagView(uid) } }

  /// Returns the name of a record. For a borrower it reveals only that it is a borrower's card.
  package func name(of target: CodeTarget) throws -> String { try database.read { try $0.name(of: target) } }

  /// Returns the record that an own code is bound to. The text is that of the label. Returns nil if the code is not
  /// bound, or if the text is not an own code.
  package func target(of text: String) throws -> CodeTarget? {
    guard case .code(let code) = OwnCode.read(text) else { return nil }
    return try database.read { try $0.target(of: Code.Key(class: .own, value: code.description)) }
  }

  /// Returns tags, the newest first.
  ///
  /// - Throws: `CatalogueError.badCursor`.
  package func tags(_ displayed: Shown, cursor: String?, limit: Int) throws -> Catalogue.Page<TagView> {
    let position = try cursor.map { try Self.position($0) }
    let isBound: Bool? = displayed == .bound ? true : displayed == .unbound ? false : nil
    return try database.read { reading in
      let tags = try reading.tags(
        before: position, isBound: isBound, onlySuspect: displayed == .suspect, limit: limit + 1)
      let page = try tags.prefix(limit).map { tag in
        TagView(listed: tag, bound: try reading.meaning(of: tag.uid), isCard: try reading.wasCard(tag.uid))
      }
      return Catalogue.Page(items: page, next: tags.count > limit ? page.last.map { Self.cursor(of: $0.listed) } : nil)
    }
  }

  /// Returns tags on readers with the records that they are bound to.
  package func lying(_ present: [PresentTag]) throws -> [PresentTagView] {
    try database.read { reading in
      try present.map { tag in
        PresentTagView(present: tag, bound: try reading.meaning(of: tag.uid), isCard: try reading.wasCard(tag.uid))
      }
    }
  }

  package func job(_ id: TagJob.ID) throws -> TagJobView? { try database.read { try $0.view(of: id) } }

  /// Returns jobs, the newest first.
  ///
  /// - Throws: `CatalogueError.badCursor`.
  package func jobs(
    in states: [TagJob.State], uid: TagID?, copy: Copy.ID?, cursor: String?, limit: Int
  ) throws -> Catalogue.Page<TagJobView> {
    try database.read { reading in
      var last: TagJob.ID?
      if let cursor {
        guard let id = TagJob.ID(cursor), try reading.tagJob(id) != nil else { throw CatalogueError.badCursor }
        last = id
      }
      let jobs = try reading.tagJobs(before: last, states: states, uid: uid, copy: copy, limit: limit + 1)
      let page = try jobs.prefix(limit).map { try reading.view(of: $0) }
      return Catalogue.Page(
        items: page, next: jobs.count > limit ? page.last?.job.id.text : nil,
        total: try cursor == nil ? reading.tagJobTotal(states: states, uid: uid, copy: copy) : nil)
    }
  }

  /// Returns the queue of a station; nil if it has none.
  package func queue(_ station: Station.Name) throws -> TagQueueView? {
    try database.read { try $0.tagQueueView(station) }
  }

  private static func cursor(of listed: ListedTag) -> String { "\(listed.since.milliseconds).\(listed.uid)" }

  private static func position(_ cursor: String) throws -> TagPosition {
    let parts = cursor.split(separator: ".", maxSplits: 1)
    guard parts.count == 2, let time = Int64(parts[0]), let uid = TagID(String(parts[1])) else {
      throw CatalogueError.badCursor
    }
    return TagPosition(since: Timestamp(milliseconds: time), uid: uid.description)
  }
}

package import Catalogue
package import Deadwax
package import Storage

/// What a tag names, as screens show it.
package struct TagMeaning: Hashable, Sendable {
  package var target: CodeTarget
  /// In words. Of a borrower only that it is one: whose card it is, is nobody's business who only asks.
  package var name: String
  package var copy: Copy?
  /// What the copy is a copy of.
  package var release: Release?
}

/// A tag with what it names now.
package struct TagView: Hashable, Sendable {
  package var listed: ListedTag
  package var bound: TagMeaning?
  /// Whether it is somebody's card, or ever was: then its number is told to staff alone.
  package var isCard = false
}

/// A tag that lies on a reader, with what it names.
package struct LyingTagView: Hashable, Sendable {
  package var present: PresentTag
  package var bound: TagMeaning?
  /// As in `TagView`.
  package var isCard = false
}

extension Queryable {
  /// What a tag's number names; nil when that is nothing.
  package func meaning(of uid: TagUID) throws -> TagMeaning? {
    guard let target = try binding(of: uid)?.target else { return nil }
    let named: Copy? = if case .copy(let id) = target { try copy(id) } else { nil }
    return TagMeaning(
      target: target, name: try name(of: target), copy: named, release: try named.flatMap { try release($0.release) })
  }

  /// What a tag names, in words. Of a borrower only that it is one.
  package func name(of target: CodeTarget) throws -> String {
    switch target {
    case .copy(let id):
      guard let copy = try copy(id) else { return "A copy" }
      return "\(try release(copy.release)?.title ?? "A record"), copy \(copy.number)"
    case .release(let id): return try release(id)?.title ?? "A release"
    case .borrower: return "A borrower's card"
    case .place(let id): return try place(id)?.name ?? "A place"
    case .slot(let id): return try slot(id)?.location.text ?? "A slot"
    }
  }

  /// A tag that was seen or is bound; nil for any other.
  package func tagView(_ uid: TagUID) throws -> TagView? {
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

/// Tags, jobs and queues: for reading only.
package struct TagViews: Sendable {
  private let database: Database

  package init(database: Database) { self.database = database }

  /// Which tags a list shows.
  package enum Shown: String, CaseIterable, Sendable {
    case all, bound, unbound, suspect
  }

  /// One tag, in either byte order of its number; nil for one that was never seen and names nothing.
  package func tag(_ uid: TagUID) throws -> TagView? { try database.read { try $0.tagView(uid) } }

  /// What a tag names, in words. Of a borrower only that it is one.
  package func name(of target: CodeTarget) throws -> String { try database.read { try $0.name(of: target) } }

  /// What one of our codes names, as it stands on a label; nil when that is nothing, or no code of ours.
  package func target(of text: String) throws -> CodeTarget? {
    guard case .code(let code) = OwnCode.read(text) else { return nil }
    return try database.read { try $0.target(of: Code.Key(class: .own, value: code.description)) }
  }

  /// Tags, newest first.
  ///
  /// - Throws: `CatalogueError.badCursor`.
  package func tags(_ shown: Shown, cursor: String?, limit: Int) throws -> Catalogue.Page<TagView> {
    let position = try cursor.map { try Self.position($0) }
    let isBound: Bool? = shown == .bound ? true : shown == .unbound ? false : nil
    return try database.read { reading in
      let tags = try reading.tags(
        before: position, isBound: isBound, onlySuspect: shown == .suspect, limit: limit + 1)
      let page = try tags.prefix(limit).map { tag in
        TagView(listed: tag, bound: try reading.meaning(of: tag.uid), isCard: try reading.wasCard(tag.uid))
      }
      return Catalogue.Page(items: page, next: tags.count > limit ? page.last.map { Self.cursor(of: $0.listed) } : nil)
    }
  }

  /// What the tags name that lie on readers.
  package func lying(_ present: [PresentTag]) throws -> [LyingTagView] {
    try database.read { reading in
      try present.map { tag in
        LyingTagView(present: tag, bound: try reading.meaning(of: tag.uid), isCard: try reading.wasCard(tag.uid))
      }
    }
  }

  package func job(_ id: TagJob.ID) throws -> TagJobView? { try database.read { try $0.view(of: id) } }

  /// Jobs, newest first.
  ///
  /// - Throws: `CatalogueError.badCursor`.
  package func jobs(
    in states: [TagJob.State], uid: TagUID?, copy: Copy.ID?, cursor: String?, limit: Int
  ) throws -> Catalogue.Page<TagJobView> {
    try database.read { reading in
      var last: TagJob.ID?
      if let cursor {
        guard let id = TagJob.ID(cursor), try reading.tagJob(id) != nil else { throw CatalogueError.badCursor }
        last = id
      }
      let jobs = try reading.tagJobs(before: last, states: states, uid: uid, copy: copy, limit: limit + 1)
      let page = try jobs.prefix(limit).map { try reading.view(of: $0) }
      return Catalogue.Page(items: page, next: jobs.count > limit ? page.last?.job.id.text : nil)
    }
  }

  /// The queue of a desk; nil when it has none.
  package func queue(_ station: Station.Name) throws -> TagQueueView? {
    try database.read { try $0.tagQueueView(station) }
  }

  private static func cursor(of listed: ListedTag) -> String { "\(listed.since.milliseconds).\(listed.uid)" }

  private static func position(_ cursor: String) throws -> TagPosition {
    let parts = cursor.split(separator: ".", maxSplits: 1)
    guard parts.count == 2, let time = Int64(parts[0]), let uid = TagUID(String(parts[1])) else {
      throw CatalogueError.badCursor
    }
    return TagPosition(since: Timestamp(milliseconds: time), uid: uid.description)
  }
}

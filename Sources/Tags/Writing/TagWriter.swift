internal import Deadwax
internal import NDEF
internal import ReaderProtocol

/// Carries out one order on the tag with its number, which lies alone on the reader.
///
/// First all is read and every guard asked; only then is anything written, in the order of `Type2Plan`, and each step read
/// back before the next. Whatever happens in between, the tag carries its old message, an empty one, or the new one.
struct TagWriter {
  /// How it ended.
  struct End: Error {
    let outcome: OrderOutcome
    /// In one sentence.
    let detail: String

    init(_ outcome: OrderOutcome, _ detail: String) {
      self.outcome = outcome
      self.detail = detail
    }
  }

  /// Why it goes no further.
  enum Stop: Error {
    case end(End)
    /// The tag does not answer any more. When it is back, all begins anew.
    case gone
    /// The reader fails.
    case reader(TagError)
  }

  let order: TagOrder
  var link: Type2Link
  var progress: OrderProgress

  /// - Parameters:
  ///   - order: what is to be done.
  ///   - tag: the one it names, selected just now.
  ///   - device: where it is selected.
  ///   - progress: as the last attempt left it.
  ///   - pulse: called after each command.
  init(
    _ order: TagOrder, tag: NFCDevice.Found, device: NFCDevice, progress: OrderProgress, pulse: @escaping () -> Void
  ) {
    precondition(tag.uid == order.uid, "the order for \(order.uid) does not touch \(tag.uid)")
    self.order = order
    self.progress = progress
    link = Type2Link(tag, on: device, pulse: pulse)
  }

  /// Does all that is to be done.
  ///
  /// - Returns: how it ended; nil when the tag went away and it is to be tried again.
  /// - Throws: what is wrong with the reader. `progress` says how far it came.
  mutating func run() throws(TagError) -> End? {
    let before = (reads: progress.reads, writes: progress.writes)
    defer {
      progress.reads = before.reads + link.reads
      progress.writes = before.writes + link.writes
    }
    do throws(Stop) {
      let end = try work()
      // What is done is done, whether the tag can still be sent to sleep or not.
      try? link.halt()
      return end
    } catch {
      switch error {
      case .end(let end):
        try? link.halt()
        return end
      case .gone: return nil
      case .reader(let error): throw error
      }
    }
  }

  private mutating func work() throws(Stop) -> End {
    guard link.kind.isType2 else { throw .end(Self.wrongType(link.kind)) }
    guard try reader({ link throws(TagError) in try link.identify() }) else { throw .gone }
    var pages = try TagPages(&self)
    progress.kind = link.kind.name
    let plan = order.action == .seal ? nil : try choose(&pages)
    try guardPages(plan, pages)
    if try isDone(plan, pages) {
      guard !progress.hasBegun else { return End(.written, "The message was written, and read back.") }
      return End(.unchanged, "The tag carried this already.")
    }
    try open(plan, pages)
    if let plan { try put(plan) }
    switch order.action {
    case .write:
      if let seal = order.seal { try set(seal, pages) }
      return End(.written, "The message was written, and read back.")
    case .erase:
      if order.password != nil { try unseal(pages) }
      return End(.erased, "The tag is empty.")
    case .seal:
      guard let seal = order.seal else {
        try unseal(pages)
        return End(.unsealed, "The tag can be written without a password.")
      }
      try set(seal, pages)
      return End(.sealed, "The tag can be written only with its password.")
    }
  }

  // MARK: what is to be written

  /// The plan for the message, or for the shorter one; with every guard that needs only the content.
  private mutating func choose(_ pages: inout TagPages) throws(Stop) -> Type2Plan {
    let messages: [(String?, [UInt8]?)] =
      order.action == .write ? [("full", order.message), ("short", order.short)] : [(nil, [])]
    var capacity = 0
    for case (let form, let message?) in messages {
      switch try pages.plan(for: message, &self) {
      case .plan(let plan):
        progress.form = form
        progress.capacity = pages.capacity
        if plan.isEmpty { return plan }
        let mayReplace = progress.hasBegun || order.overwrite || pages.owner != .foreign
        guard mayReplace else {
          throw .end(End(.foreignContent, "The tag carries content of somebody else, which was left as it is."))
        }
        progress.front = progress.front ?? pages.front(of: plan)
        return plan
      case .noRoom(let room): capacity = room
      case .unformatted: throw .end(pages.unformatted)
      case .needsMore: throw .end(End(.wrongType, "The tag says that it is larger than it is."))
      }
    }
    progress.capacity = capacity
    let needed = (order.short ?? order.message ?? []).count
    throw .end(End(.tooSmall, "The tag has room for \(capacity) bytes, and the message has \(needed)."))
  }

  /// Whether lock bits or the container forbid what is to be written.
  private func guardPages(_ plan: Type2Plan?, _ pages: TagPages) throws(Stop) {
    let needsConfiguration = order.seal != nil || order.action == .seal
    if needsConfiguration, link.kind.layout?.configurationPage == nil {
      throw .end(End(.wrongType, "\(link.kind.name ?? "This tag") has no password protection."))
    }
    guard let plan, !plan.isEmpty else { return }
    if pages.isReadOnly { throw .end(End(.locked, "The tag says that it is not to be written.")) }
    if let page = plan.writes.map(\.page).first(where: pages.locks) {
      throw .end(End(.locked, "Page \(page) of the tag is locked for good."))
    }
  }

  /// Whether the tag carries the message already, and has the seal if one is wanted.
  private mutating func isDone(_ plan: Type2Plan?, _ pages: TagPages) throws(Stop) -> Bool {
    guard order.action == .write, let plan, plan.isEmpty else { return false }
    guard let seal = order.seal else { return true }
    return try isSet(seal, pages)
  }

  /// Opens the tag where a password guards what is to be written.
  private mutating func open(_ plan: Type2Plan?, _ pages: TagPages) throws(Stop) {
    guard link.password == nil, let first = pages.guardedFrom else { return }
    // The configuration lies behind all pages for the user, and is guarded whenever they are.
    let needsConfiguration =
      order.action == .seal || order.seal != nil || order.action == .erase && order.password != nil
    if needsConfiguration || plan?.writes.contains(where: { $0.page >= first }) ?? false { try unlock() }
  }

  /// Gives the tag the passwords there are, one after the other.
  mutating func unlock() throws(Stop) {
    var tried: [[UInt8]] = []
    for password in [order.password, order.seal?.password].compactMap(\.self) where !tried.contains(password) {
      tried.append(password)
      switch try reader({ link throws(TagError) in try link.open(password) }) {
      case .value: return
      case .refused: continue
      case .gone: throw .gone
      }
    }
    let detail =
      tried.isEmpty ? "The tag is protected by a password." : "The tag is protected by another password than ours."
    throw .end(End(.password, detail))
  }

  // MARK: writing

  private mutating func put(_ plan: Type2Plan) throws(Stop) {
    guard !plan.isEmpty else { return }
    for write in plan.closing { try self.write(write) }
    // Before anything else changes: a worn page may still show the old length.
    if !plan.closing.isEmpty { try verify(plan.closing) }
    for write in plan.data { try self.write(write) }
    try verify(plan.closedImage, from: plan.firstPage)
    guard let opening = plan.opening else { return }
    try write(opening)
    do throws(Stop) {
      try verify([opening])
    } catch .end(let end) {
      // What a worn header page shows now is nobody's message: it is closed again as far as it goes.
      let start = (opening.page - plan.firstPage) * 4
      _ = try? link.write(opening.page, Array(plan.closedImage[start..<start + 4]))
      throw .end(end)
    }
  }

  private mutating func write(_ write: Type2Plan.Write) throws(Stop) {
    progress.hasBegun = true
    switch try reader({ link throws(TagError) in try link.write(write.page, write.bytes) }) {
    case .value: return
    case .refused: throw .end(End(.verifyFailed, "Page \(write.page) of the tag cannot be written."))
    case .gone: throw .gone
    }
  }

  /// Reads pages back that were written one by one; the last write of each counts.
  private mutating func verify(_ writes: [Type2Plan.Write]) throws(Stop) {
    let last = Dictionary(writes.map { ($0.page, $0.bytes) }) { $1 }
    for (page, bytes) in last.sorted(by: { $0.key < $1.key }) { try verify(bytes, from: page) }
  }

  /// Reads pages back; those that differ are written again, three times.
  private mutating func verify(_ image: [UInt8], from page: Int) throws(Stop) {
    for attempt in 0...Type2Link.attempts {
      let last = page + image.count / 4 - 1
      let found: [UInt8]
      switch try reader({ link throws(TagError) in try link.pages(page...last) }) {
      case .value(let bytes): found = bytes
      case .refused: throw .end(End(.verifyFailed, "What was written cannot be read back."))
      case .gone: throw .gone
      }
      let wrong = stride(from: 0, to: image.count, by: 4).filter { found[$0..<$0 + 4] != image[$0..<$0 + 4] }
      if wrong.isEmpty { return }
      guard attempt < Type2Link.attempts else {
        let pages = wrong.map { "\(page + $0 / 4)" }.joined(separator: ", ")
        throw .end(End(.verifyFailed, "The tag does not keep what is written to it (page \(pages)): it is worn out."))
      }
      for offset in wrong {
        try write(Type2Plan.Write(page: page + offset / 4, bytes: Array(image[offset..<offset + 4])))
      }
    }
  }

  // MARK: errors

  /// Runs something on the link; an error of the reader stops the order for now.
  mutating func reader<Value>(_ body: (inout Type2Link) throws(TagError) -> Value) throws(Stop) -> Value {
    do throws(TagError) {
      return try body(&link)
    } catch {
      throw .reader(error)
    }
  }

  private static func wrongType(_ kind: TagKind) -> End {
    End(.wrongType, "\(kind.name ?? "This card") is not a tag that can be written; its number can be bound instead.")
  }
}

internal import Deadwax
internal import NDEF
internal import ReaderProtocol

/// The execution of one order on the tag that the order names, which must be alone on the reader.
///
/// All reads and checks come first. Only then are pages written, in the order of `Type2Plan`, and each step is read
/// back before the next. If the write is interrupted, the tag carries its old message, an empty one, or the new one.
struct TagWriter {
  /// The end of an order.
  struct End: Error {
    let outcome: OrderOutcome
    /// The outcome as one sentence.
    let detail: String

    init(_ outcome: OrderOutcome, _ detail: String) {
      self.outcome = outcome
      self.detail = detail
    }
  }

  /// The reason the order stops.
  enum Stop: Error {
    case end(End)
    /// The tag no longer answers. When it is back, the order restarts from the beginning.
    case gone
    /// The reader failed.
    case reader(TagDeviceError)
  }

  let order: TagOrder
  /// The addresses that identify a message as this library's own.
  let addresses: [TagAddress]
  var link: Type2Link
  var progress: OrderProgress

  /// Creates a writer for one attempt.
  ///
  /// - Parameters:
  ///   - order: the order.
  ///   - tag: the tag that the order names, just selected.
  ///   - addresses: the addresses that identify a message as this library's own.
  ///   - device: the reader on which the tag is selected.
  ///   - progress: the progress after the last attempt.
  ///   - pulse: a function called after each command.
  init(
    _ order: TagOrder, tag: NFCDevice.Found, addresses: [TagAddress], device: NFCDevice, progress: OrderProgress,
    pulse: @escaping () -> Void
  ) {
    precondition(tag.uid == order.uid, "a job for \(order.uid) must not affect \(tag.uid)")
    self.order = order
    self.addresses = addresses
    self.progress = progress
    link = Type2Link(tag, on: device, pulse: pulse)
  }

  /// Carries out the order.
  ///
  /// - Returns: the end of the order; nil if the tag was removed and the order must be retried.
  /// - Throws: an error of the reader. `progress` shows how far the order came.
  mutating func run() throws(TagDeviceError) -> End? {
    let before = (reads: progress.reads, writes: progress.writes)
    defer {
      progress.reads = before.reads + link.reads
      progress.writes = before.writes + link.writes
    }
    do throws(Stop) {
      let end = try work()
      // The order is done, even if the tag can no longer be halted.
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
    guard try reader({ link throws(TagDeviceError) in try link.identify() }) else { throw .gone }
    var pages = try TagPages(&self)
    progress.kind = link.kind.name
    let plan = order.action == .seal ? nil : try choose(&pages)
    try guardPages(plan, pages)
    if try isDone(plan, pages) {
      guard !progress.hasBegun else { return End(.written, "The message was written and verified.") }
      return End(.unchanged, "The tag already had this message.")
    }
    try open(plan, pages)
    if let plan { try put(plan) }
    switch order.action {
    case .write:
      if let seal = order.seal { try set(seal, pages) }
      return End(.written, "The message was written and verified.")
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

  // MARK: - Plan

  /// Returns the plan for the message, or for the shorter one if the first does not fit, after the checks of the
  /// content.
  private mutating func choose(_ pages: inout TagPages) throws(Stop) -> Type2Plan {
    let messages: [(String?, [UInt8]?)] =
      order.action == .write ? [("full", order.message), ("short", order.short)] : [(nil, [])]
    var capacity = 0
    for case (let form, let message?) in messages {
      switch try pages.plan(for: message, &self) {
      case .plan(let plan):
        progress.form = form
        progress.capacity = plan.capacity
        if plan.isEmpty { return plan }
        let mayReplace = progress.hasBegun || order.overwrite || pages.owner(self) != .foreign
        guard mayReplace else { throw .end(Self.foreignContent) }
        progress.front = progress.front ?? pages.front(of: plan)
        return plan
      case .noRoom(let room): capacity = room
      case .unformatted: throw .end(pages.unformatted)
      case .needsMore: throw .end(End(.wrongType, "The tag reports a larger size than it has."))
      }
    }
    progress.capacity = capacity
    let needed = (order.short ?? order.message ?? []).count
    throw .end(End(.tooSmall, "The message has \(needed) bytes, but the tag has room for \(capacity)."))
  }

  /// Checks that neither lock bits nor the container forbid the writes, and that the tag has a password if one is
  /// needed.
  private func guardPages(_ plan: Type2Plan?, _ pages: TagPages) throws(Stop) {
    let needsConfiguration = order.seal != nil || order.action == .seal
    if needsConfiguration, link.kind.layout?.configurationPage == nil {
      throw .end(End(.wrongType, "\(link.kind.name ?? "This tag") has no password protection."))
    }
    guard let plan, !plan.isEmpty else { return }
    if pages.isReadOnly { throw .end(End(.locked, "The tag is marked as read-only.")) }
    if let page = plan.writes.map(\.page).first(where: pages.locks) {
      throw .end(End(.locked, "Page \(page) of the tag is locked for good."))
    }
  }

  /// Returns true if the tag already carries the message, and has the seal if one is requested.
  private mutating func isDone(_ plan: Type2Plan?, _ pages: TagPages) throws(Stop) -> Bool {
    guard order.action == .write, let plan, plan.isEmpty else { return false }
    guard let seal = order.seal else { return true }
    return try isSet(seal, pages)
  }

  /// Authenticates if a password protects the pages to write.
  private mutating func open(_ plan: Type2Plan?, _ pages: TagPages) throws(Stop) {
    guard link.password == nil, let first = pages.guardedFrom else { return }
    // The configuration is behind all user pages, so it is protected whenever they are.
    let needsConfiguration =
      order.action == .seal || order.seal != nil || order.action == .erase && order.password != nil
    if needsConfiguration || plan?.writes.contains(where: { $0.page >= first }) ?? false { try unlock() }
  }

  /// Tries the known passwords in turn.
  mutating func unlock() throws(Stop) {
    var tried: [[UInt8]] = []
    for password in [order.password, order.seal?.password].compactMap(\.self) where !tried.contains(password) {
      tried.append(password)
      switch try reader({ link throws(TagDeviceError) in try link.open(password) }) {
      case .value: return
      case .refused: continue
      case .mute, .gone: throw .gone
      }
    }
    let detail =
      tried.isEmpty ? "The tag is protected with a password." : "The tag is protected with an unknown password."
    throw .end(End(.password, detail))
  }

  // MARK: - Errors

  /// Runs a command on the link. An error of the reader stops the order for now.
  mutating func reader<Value>(_ body: (inout Type2Link) throws(TagDeviceError) -> Value) throws(Stop) -> Value {
    do throws(TagDeviceError) {
      return try body(&link)
    } catch {
      throw .reader(error)
    }
  }

  static let foreignContent = End(
    .foreignContent, "The tag has foreign content, which was not changed.")

  private static func wrongType(_ kind: TagKind) -> End {
    End(.wrongType, "\(kind.name ?? "This card") is not writable; it can be bound by its number instead.")
  }
}

internal import Deadwax
internal import ReaderProtocol

/// The orders that wait in the reader, each for its tag.
///
/// Each gets exactly one result. One that has not begun ends at its deadline. One that has begun goes on when its tag is
/// back; when that takes too long the host is told that the tag may be half written, and sends the order again.
struct TagOrders {
  private struct Entry {
    let order: TagOrder
    let deadline: ContinuousClock.Instant
    var progress = OrderProgress()
    /// When the tag was first taken in hand.
    var start: ContinuousClock.Instant?
    /// Since when its tag is away, or not alone, though it has begun; nil while it is there.
    var awaySince: ContinuousClock.Instant?
    /// The reader's failure while it was carried out: the last, and since when there is one each time.
    var fault: (error: TagError, since: ContinuousClock.Instant)?
    /// How often that was.
    var faults = 0
    /// How often the tag was taken in hand.
    var attempts = 0
  }

  /// More are refused: a host that sends so many does not wait for their results.
  static let limit = 64
  /// How long a tag that was taken away in the middle of a write may be gone before the host is told. A hand that shakes
  /// brings it back sooner; who stands at the desk should not wait longer for being told.
  static let grace = Duration.seconds(1)
  /// The same for a reader that fails: it is opened anew within that time if it can be.
  static let faultGrace = Duration.seconds(4)
  /// Attempts that the reader spoils before an order that changed nothing is given up.
  static let faultLimit = 3
  /// So often a tag may come and go in the middle of a write; each time costs it some writes.
  static let attemptLimit = 40

  private var entries: [Entry] = []

  /// Whether any order waits.
  var isEmpty: Bool { entries.isEmpty }

  /// Takes an order. One that waits already under the same id is the same order.
  mutating func add(_ order: TagOrder, at now: ContinuousClock.Instant, report: (TagEvent) -> Void) {
    guard !entries.contains(where: { $0.order.id == order.id }) else { return }
    guard entries.count < Self.limit else {
      let detail = "\(Self.limit) other orders wait already."
      return report(.result(OrderProgress().result(of: order.id, .cancelled, detail, after: nil)))
    }
    entries.append(Entry(order: order, deadline: now + order.patience))
  }

  /// Withdraws an order that has not begun. One that has is finished, or lost: its result comes then.
  mutating func cancel(_ id: String, report: (TagEvent) -> Void) {
    guard let index = entries.firstIndex(where: { $0.order.id == id }), !entries[index].progress.hasBegun else {
      return
    }
    end(index, TagWriter.End(.cancelled, "The order was withdrawn before anything was written."), report)
  }

  /// The reader is told to end: every order gets its result.
  mutating func giveUp(report: (TagEvent) -> Void) {
    while !entries.isEmpty {
      end(
        0,
        entries[0].progress.hasBegun
          ? TagWriter.End(.lost, "The reader was stopped before the tag was written whole.")
          : TagWriter.End(.cancelled, "The reader was stopped before anything was written."), report)
    }
  }

  /// Ends what has waited too long.
  mutating func expire(at now: ContinuousClock.Instant, report: (TagEvent) -> Void) {
    for index in entries.indices.reversed() {
      let entry = entries[index]
      if entry.progress.hasBegun {
        if let fault = entry.fault, now - fault.since >= Self.faultGrace {
          end(
            index, TagWriter.End(.readerFault, "The reader failed in the middle of a write (\(fault.error))."), report)
        } else if entry.fault == nil, let since = entry.awaySince, now - since >= Self.grace {
          end(index, TagWriter.End(.lost, "The tag was taken away before it was written whole."), report)
        }
      } else if now >= entry.deadline {
        end(index, TagWriter.End(.expired, "The tag did not come in time."), report)
      }
    }
  }

  /// Carries out the first order whose tag lies there.
  ///
  /// - Parameters:
  ///   - device: the reader, after a poll.
  ///   - here: the tags that the poll found.
  ///   - pulse: called after each command.
  ///   - report: takes the result.
  /// - Throws: what is wrong with the reader; the order stays.
  mutating func work(
    on device: NFCDevice, here: [TagUID], pulse: @escaping () -> Void, report: (TagEvent) -> Void
  ) throws(TagError) {
    let now = ContinuousClock.now
    for index in entries.indices where entries[index].progress.hasBegun && !here.contains(entries[index].order.uid) {
      entries[index].awaySince = entries[index].awaySince ?? now
      // It is the tag now that is missed.
      entries[index].fault = nil
    }
    guard let index = entries.firstIndex(where: { here.contains($0.order.uid) }) else { return }
    guard here.count == 1 else {
      // One that has begun waits until its tag lies alone again.
      guard !entries[index].progress.hasBegun else {
        entries[index].awaySince = entries[index].awaySince ?? now
        return
      }
      return end(
        index, TagWriter.End(.twoTags, "\(here.count) tags lie on the reader, and only one is written at a time."),
        report)
    }
    do throws(TagError) {
      try carryOut(index, on: device, pulse: pulse, report: report)
    } catch {
      entries[index].faults += 1
      entries[index].fault = (error, entries[index].fault?.since ?? .now)
      if !entries[index].progress.hasBegun, entries[index].faults >= Self.faultLimit {
        end(index, TagWriter.End(.readerFault, "The reader failed before anything was written (\(error))."), report)
      }
      throw error
    }
  }

  private mutating func carryOut(
    _ index: Int, on device: NFCDevice, pulse: @escaping () -> Void, report: (TagEvent) -> Void
  ) throws(TagError) {
    let order = entries[index].order
    guard let tag = try device.select(order.uid) else { return }
    entries[index].start = entries[index].start ?? .now
    entries[index].awaySince = nil
    entries[index].attempts += 1
    var writer = TagWriter(order, tag: tag, device: device, progress: entries[index].progress, pulse: pulse)
    let outcome: TagWriter.End?
    do throws(TagError) {
      outcome = try writer.run()
    } catch {
      entries[index].progress = writer.progress
      throw error
    }
    entries[index].progress = writer.progress
    entries[index].fault = nil
    if let outcome {
      end(index, outcome, report)
    } else if entries[index].attempts >= Self.attemptLimit {
      end(index, TagWriter.End(.lost, "The tag answers too weakly to be written: hold it still, and nearer."), report)
    }
  }

  private mutating func end(_ index: Int, _ end: TagWriter.End, _ report: (TagEvent) -> Void) {
    let entry = entries.remove(at: index)
    let time = entry.start.map { ContinuousClock.now - $0 }
    report(.result(entry.progress.result(of: entry.order.id, end.outcome, end.detail, after: time)))
  }
}

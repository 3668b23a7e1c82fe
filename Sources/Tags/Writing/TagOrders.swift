internal import Deadwax
internal import NDEF
internal import ReaderProtocol

/// The orders that wait in the reader, each for its tag.
///
/// Each order gets exactly one result. An order that has not begun ends at its deadline. One that has begun continues
/// when its tag is back. If that takes too long, the host is informed that the tag may be half written, and sends the
/// order again.
struct TagOrders {
  private struct Entry {
    let order: TagOrder
    let deadline: ContinuousClock.Instant
    var progress = OrderProgress()
    /// The time at which work on the tag began.
    var start: ContinuousClock.Instant?
    /// The time since which the tag of an order that has begun is absent or not alone; nil while it is present.
    var offlineSince: ContinuousClock.Instant?
    /// The last failure of the reader during the order, and the start of the uninterrupted series of failures.
    var fault: (error: TagDeviceError, since: ContinuousClock.Instant)?
    /// The total number of the reader's failures during the order.
    var faults = 0
  }

  /// The maximum number of waiting orders. A host that sends more does not wait for the results.
  static let limit = 64
  /// The time for which a tag may be absent during a write before the host is informed. A shaking hand brings the tag
  /// back sooner, and the user should not wait longer for the report.
  static let grace = Duration.seconds(1)
  /// The same time for a failing reader; it is opened again within that time if possible.
  static let faultGrace = Duration.seconds(4)
  /// The number of attempts that fail because of the reader before an order that changed nothing is given up.
  static let faultLimit = 3
  /// The minimum time for attempts at a tag that is present but answers too seldom, even after the order's deadline.
  static let leastEffort = Duration.seconds(3)

  private static let badlyHeld = "The tag responds unreliably: hold it still in the middle of the reader."

  private let addresses: [TagAddress]
  private var entries: [Entry] = []

  /// Creates an empty list.
  ///
  /// - Parameter addresses: the addresses that identify a message as this library's own.
  init(addresses: [TagAddress]) { self.addresses = addresses }

  /// True if no order waits.
  var isEmpty: Bool { entries.isEmpty }

  /// Adds an order. An order with the id of a waiting one is ignored as a repetition.
  mutating func add(_ order: TagOrder, at now: ContinuousClock.Instant, report: (TagEvent) -> Void) {
    guard !entries.contains(where: { $0.order.id == order.id }) else { return }
    guard entries.count < Self.limit else {
      let detail = "\(Self.limit) other jobs are already waiting."
      return report(.result(OrderProgress().result(of: order.id, .cancelled, detail, after: nil)))
    }
    entries.append(Entry(order: order, deadline: now + order.patience))
  }

  /// Cancels an order that has not begun. An order that has begun is completed or lost, and gets its result then.
  mutating func cancel(_ id: String, report: (TagEvent) -> Void) {
    guard let index = entries.firstIndex(where: { $0.order.id == id }), !entries[index].progress.hasBegun else {
      return
    }
    end(index, TagWriter.End(.cancelled, "The job was cancelled before anything was written."), report)
  }

  /// Ends every order with a result, because the reader is to stop.
  mutating func giveUp(report: (TagEvent) -> Void) {
    while !entries.isEmpty {
      end(
        0,
        entries[0].progress.hasBegun
          ? TagWriter.End(.lost, "The reader was stopped before the write was complete.")
          : TagWriter.End(.cancelled, "The reader was stopped before anything was written."), report)
    }
  }

  /// Ends the orders that have waited too long.
  mutating func expire(at now: ContinuousClock.Instant, report: (TagEvent) -> Void) {
    for index in entries.indices.reversed() {
      let entry = entries[index]
      if entry.progress.hasBegun {
        if let fault = entry.fault, now - fault.since >= Self.faultGrace {
          end(
            index, TagWriter.End(.readerFault, "The reader failed during a write (\(fault.error))."), report)
        } else if entry.fault == nil, let since = entry.offlineSince, now - since >= Self.grace {
          end(index, TagWriter.End(.lost, "The tag was removed before the write was complete."), report)
        }
      } else if now >= entry.deadline {
        let detail = entry.start == nil ? "The tag was not put on the reader in time." : Self.badlyHeld
        end(index, TagWriter.End(.expired, detail), report)
      }
    }
  }

  /// Carries out the first order whose tag is on the reader.
  ///
  /// - Parameters:
  ///   - device: the reader, after a poll.
  ///   - here: the tags that the poll found.
  ///   - pulse: a function called after each command.
  ///   - report: receives the result.
  /// - Throws: an error of the reader; the order remains.
  mutating func work(
    on device: NFCDevice, here: [TagID], pulse: @escaping () -> Void, report: (TagEvent) -> Void
  ) throws(TagDeviceError) {
    let now = ContinuousClock.now
    for index in entries.indices where entries[index].progress.hasBegun && !here.contains(entries[index].order.uid) {
      entries[index].offlineSince = entries[index].offlineSince ?? now
      // From now on the tag is missing, not the reader.
      entries[index].fault = nil
    }
    guard let index = entries.firstIndex(where: { here.contains($0.order.uid) }) else { return }
    // `TagGuard` refuses two tags at the hub. This is the physical guard: a second tag may have come since, and a write
    // could reach it instead.
    guard here.count == 1 else {
      // An order that has begun waits until its tag is alone again.
      guard !entries[index].progress.hasBegun else {
        entries[index].offlineSince = entries[index].offlineSince ?? now
        return
      }
      return end(
        index, TagWriter.End(.twoTags, "\(here.count) tags are on the reader, but only one can be written at a time."),
        report)
    }
    do throws(TagDeviceError) {
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
  ) throws(TagDeviceError) {
    let order = entries[index].order
    guard let tag = try device.select(order.uid) else { return }
    entries[index].start = entries[index].start ?? .now
    entries[index].offlineSince = nil
    var writer = TagWriter(
      order, tag: tag, addresses: addresses, device: device, progress: entries[index].progress, pulse: pulse)
    let outcome: TagWriter.End?
    do throws(TagDeviceError) {
      outcome = try writer.run()
    } catch {
      entries[index].progress = writer.progress
      throw error
    }
    entries[index].progress = writer.progress
    entries[index].fault = nil
    if let outcome {
      end(index, outcome, report)
    } else if let start = entries[index].start, .now >= max(entries[index].deadline, start + Self.leastEffort) {
      end(
        index, TagWriter.End(.lost, Self.badlyHeld), report)
    }
  }

  private mutating func end(_ index: Int, _ end: TagWriter.End, _ report: (TagEvent) -> Void) {
    let entry = entries.remove(at: index)
    let time = entry.start.map { ContinuousClock.now - $0 }
    report(.result(entry.progress.result(of: entry.order.id, end.outcome, end.detail, after: time)))
  }
}

internal import Imaging

/// A show of every picture in turn, each for the duration of one frame.
struct EachPicture: PictureSequence {
  /// The contents that were shown or wait to be shown, by file name.
  private var known: [String: WatchedFolder.Stamp] = [:]
  private var waiting: [String] = []
  /// The number of waiting files that are already done.
  private var done = 0
  private var number = 0
  private var takeAway: ContinuousClock.Instant?

  var nextDue: ContinuousClock.Instant? { takeAway }

  mutating func list(_ files: [(name: String, stamp: WatchedFolder.Stamp?)]) {
    let names = Set(files.map(\.name))
    known = known.filter { names.contains($0.key) }
    for (name, stamp) in files { arrived(name, stamp) }
  }

  mutating func arrived(_ name: String, _ stamp: WatchedFolder.Stamp?) {
    // A file without a stamp is gone already. It is tried anyway, so that it is counted.
    if let stamp, known[name] == stamp { return }
    known[name] = stamp
    waiting.append(name)
  }

  mutating func gone(_ name: String) { known[name] = nil }

  mutating func clear() -> FrameEvent? {
    waiting = []
    done = 0
    guard takeAway != nil else { return nil }
    takeAway = nil
    return .cleared
  }

  mutating func due(
    at now: ContinuousClock.Instant, period: Duration, read: (String) throws -> LumaFrame
  ) -> FrameEvent? {
    if let time = takeAway {
      guard time <= now else { return nil }
      takeAway = nil
      return .cleared
    }
    guard done < waiting.count else { return nil }
    let name = waiting[done]
    done += 1
    if done == waiting.count {
      waiting = []
      done = 0
    }
    do {
      let luma = try read(name)
      number += 1
      takeAway = now + period
      return .frame(CameraFrame(luma: luma, at: now, number: number, name: name))
    } catch {
      return .skipped(name: name, reason: "\(error)")
    }
  }
}

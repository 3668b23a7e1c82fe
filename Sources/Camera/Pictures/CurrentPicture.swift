internal import Imaging

/// A show in which one file is the camera's current view.
struct CurrentPicture: PictureSequence {
  private let name: String
  private var displayed: LumaFrame?
  private var number = 0
  private var stamp: WatchedFolder.Stamp?
  /// True if the file must be read again.
  private var isStale = false
  private var isAbsent = false
  private(set) var nextDue: ContinuousClock.Instant?

  init(name: String) { self.name = name }

  mutating func list(_ files: [(name: String, stamp: WatchedFolder.Stamp?)]) {
    if let file = files.first(where: { $0.name == name }) { arrived(name, file.stamp) } else { gone(name) }
  }

  mutating func arrived(_ name: String, _ stamp: WatchedFolder.Stamp?) {
    guard name == self.name, stamp == nil || stamp != self.stamp else { return }
    self.stamp = stamp
    isStale = true
    isAbsent = false
  }

  mutating func gone(_ name: String) {
    guard name == self.name else { return }
    stamp = nil
    isStale = false
    isAbsent = true
  }

  mutating func clear() -> FrameEvent? {
    stamp = nil
    isStale = false
    nextDue = nil
    guard displayed != nil else { return nil }
    displayed = nil
    return .cleared
  }

  mutating func due(
    at now: ContinuousClock.Instant, period: Duration, read: (String) throws -> LumaFrame
  ) -> FrameEvent? {
    if isStale {
      isStale = false
      do {
        displayed = try read(name)
        number += 1
        nextDue = now
      } catch {
        // The old picture is gone, and the new one cannot be read.
        isAbsent = true
        return .skipped(name: name, reason: "\(error)")
      }
    }
    if isAbsent {
      isAbsent = false
      return clearKeepingStamp()
    }
    guard let displayed, let due = nextDue, due <= now else { return nil }
    nextDue = now + period
    return .frame(CameraFrame(luma: displayed, at: now, number: number, name: name))
  }

  private mutating func clearKeepingStamp() -> FrameEvent? {
    let earlier = stamp
    defer { stamp = earlier }
    return clear()
  }
}

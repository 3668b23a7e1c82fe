internal import Imaging

/// The rule that turns the files of a folder into sights.
protocol PictureSequence {
  /// The next time at which a picture is due to be shown or removed without an event before; nil if there is none.
  var nextDue: ContinuousClock.Instant? { get }

  /// Receives all files of the folder when it is opened or listed again.
  mutating func list(_ files: [(name: String, stamp: WatchedFolder.Stamp?)])
  mutating func arrived(_ name: String, _ stamp: WatchedFolder.Stamp?)
  mutating func gone(_ name: String)
  /// Removes the picture shown, because the folder is gone.
  mutating func clear() -> FrameEvent?

  /// Returns the sight to report now; nil if there is none.
  mutating func due(
    at now: ContinuousClock.Instant, period: Duration, read: (String) throws -> LumaFrame
  ) -> FrameEvent?
}

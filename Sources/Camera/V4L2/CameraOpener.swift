internal import Threads

/// Opens and closes cameras on a lane, one at a time. The thread that reads frames and talks to the hub never blocks.
///
/// With a bad cable, each request to a camera waits for seconds. The hub ends a reader that is silent for so long.
final class CameraOpener: Sendable {
  enum Outcome {
    case opened(CameraOpening.Opened)
    case failed(CameraError)
    /// No camera was to be opened.
    case closed
  }

  private struct Progress {
    var closing: CaptureStream?
    var outcome: Outcome?
  }

  /// The waker whose descriptor is readable when a job is done.
  let done = Waker()
  private let progress = Locked(Progress())

  /// Starts a job. Its outcome must be taken before the next job starts.
  ///
  /// - Parameters:
  ///   - opening: the camera to open; nil for none.
  ///   - closing: the stream to close first; the caller must no longer use it. With an open handle, the camera would
  ///     return under another number.
  func start(_ opening: CameraOpening?, closing: CaptureStream?) {
    progress.withLock { $0.closing = closing }
    // The lane does not capture the opener: releasing a camera must not wait for a job that hangs.
    _ = DedicatedThread("camera") { [progress, done] in
      progress.withLock { $0.closing = nil }
      let outcome = opening.map(Self.outcome) ?? .closed
      progress.withLock { $0.outcome = outcome }
      done.wake()
    }
  }

  /// Returns the outcome of the job; nil while it runs.
  func take() -> Outcome? {
    done.rest()
    return progress.withLock { progress in
      defer { progress.outcome = nil }
      return progress.outcome
    }
  }

  private static func outcome(of opening: CameraOpening) -> Outcome {
    do throws(CameraError) {
      return .opened(try opening.open())
    } catch {
      return .failed(error)
    }
  }
}

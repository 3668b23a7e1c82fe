internal import Lanes

/// Opens and closes cameras on a lane, one at a time, so that whoever looks at frames and speaks to the host never waits.
///
/// A bad cable makes each request to a camera wait for seconds; a hub that hears nothing for so long ends the reader.
final class CameraOpener: Sendable {
  enum Outcome {
    case opened(CameraOpening.Opened)
    case failed(CameraError)
    /// There was nothing to open.
    case closed
  }

  private struct Desk {
    var closing: CaptureStream?
    var outcome: Outcome?
  }

  /// Its descriptor is readable when a job is done.
  let done = Waker()
  private let desk = Guarded(Desk())

  /// Begins a job; its outcome must be taken before the next one.
  ///
  /// - Parameters:
  ///   - opening: what to open; nil for nothing.
  ///   - closing: closed before; the caller must not use it any more. An open handle would make the camera come back
  ///     under another number.
  func start(_ opening: CameraOpening?, closing: CaptureStream?) {
    desk.withLock { $0.closing = closing }
    // Not the opener itself: a camera that goes must not have to wait for a job that hangs.
    _ = Lane("camera") { [desk, done] in
      desk.withLock { $0.closing = nil }
      let outcome = opening.map(Self.outcome) ?? .closed
      desk.withLock { $0.outcome = outcome }
      done.wake()
    }
  }

  /// What became of the job; nil while it goes on.
  func take() -> Outcome? {
    done.rest()
    return desk.withLock { desk in
      defer { desk.outcome = nil }
      return desk.outcome
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

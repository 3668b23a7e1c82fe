internal import Circulation
internal import Deadwax
internal import LabelJobs
internal import Sounds
internal import Threads

/// The connection from the stations to the background work, which is created later. It moves work from the writer's
/// lane to a lane of its own, so that no scan waits.
final class BackgroundQueue: Sendable {
  private struct Ends {
    var errands: BackgroundWork
    var labels: LabelService
    var layout: String?
  }

  private let ends = Locked<Ends?>(nil)
  private let lane = SerialQueue("errands", limit: 256)

  func connect(_ errands: BackgroundWork, _ labels: LabelService, on layout: String?) {
    ends.withLock { $0 = Ends(errands: errands, labels: labels, layout: layout) }
  }

  func took(_ told: ScanService.CommitNotice) {
    guard let errands = ends.withLock({ $0?.errands }) else { return }
    // If the queue is full, a sound would be too late anyway.
    _ = lane.add { errands.took(told) }
  }

  func sound(_ sound: Sound, at station: Station.Name) {
    guard let errands = ends.withLock({ $0?.errands }) else { return }
    _ = lane.add { errands.sound(sound, at: station) }
  }

  func label(_ copy: Copy.ID) {
    guard let ends = ends.withLock({ $0 }) else { return }
    ends.labels.makeAtDesk(copy, on: ends.layout)
  }

  func forget() { ends.withLock { $0?.errands.jobs.hasten("erasure") } }

  func stop() { lane.stop() }
}

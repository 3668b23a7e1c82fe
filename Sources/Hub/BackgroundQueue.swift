internal import Deadwax
internal import Housekeeping
internal import LabelJobs
internal import Scanning
internal import Sounds
internal import Threads

/// The connection from the stations to the background work, which is created later. It moves work from the writer's
/// lane to a lane of its own, so that no scan waits.
final class BackgroundQueue: Sendable {
  private struct Ends {
    var actions: BackgroundWork
    var labels: LabelService
    var layout: String?
  }

  private let ends = Locked<Ends?>(nil)
  private let lane = SerialQueue("errands", limit: 256)

  func connect(_ actions: BackgroundWork, _ labels: LabelService, on layout: String?) {
    ends.withLock { $0 = Ends(actions: actions, labels: labels, layout: layout) }
  }

  func took(_ reported: ScanService.CommitNotice) {
    guard let actions = ends.withLock({ $0?.actions }) else { return }
    // If the queue is full, a sound would be too late anyway.
    _ = lane.add { actions.took(reported) }
  }

  func sound(_ sound: Sound, at station: Station.Name) {
    guard let actions = ends.withLock({ $0?.actions }) else { return }
    _ = lane.add { actions.sound(sound, at: station) }
  }

  func label(_ label: ScanService.LabelNotice) {
    guard let ends = ends.withLock({ $0 }) else { return }
    ends.labels.makeAtStation(label.copy, on: ends.layout, at: label.station, by: label.by)
  }

  func forget() { ends.withLock { $0?.actions.jobs.hasten("erasure") } }

  func stop() { lane.stop() }
}

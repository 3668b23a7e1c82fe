internal import Foundation
internal import HTTPClient
internal import HubClient
internal import Wire

/// A queue that is followed while the tags are written.
struct TagQueueWatch {
  let station: TagStation
  let bytes: [UInt8]

  private static let pause = 0.2

  /// Prints the state of the queue.
  func show() throws(Failure) -> ExitCode {
    if station.invocation.isJSON {
      StandardOutput.line(JSONCoding.line(bytes))
      return .done
    }
    let queue: TagQueueResource = try JSONCoding.decode(bytes)
    StandardOutput.line(queue.line)
    for copy in queue.remaining.dropFirst() { StandardOutput.line("  then \(copy.line)") }
    return .done
  }

  /// Prints each step until all copies are done or skipped, or until nothing has happened for the command's time.
  func follow() throws(Failure) -> ExitCode {
    var bytes = bytes
    var reported = ""
    var reportedJob = ""
    var moved = ContinuousClock.now
    while true {
      let queue: TagQueueResource = try JSONCoding.decode(bytes)
      if let job = queue.job, reportedJob != "\(job.id) \(job.state)" {
        reportedJob = "\(job.id) \(job.state)"
        moved = .now
        if !station.invocation.isJSON {
          if job.isOver { StandardOutput.line(job.full) } else { StandardError.line(job.progress) }
        }
      }
      if queue.line != reported {
        reported = queue.line
        moved = .now
        if station.invocation.isJSON {
          StandardOutput.line(JSONCoding.line(bytes))
        } else {
          StandardError.line(reported)
        }
      }
      if queue.isThrough { return queue.skipped > 0 ? .refused : .done }
      guard ContinuousClock.now - moved < .seconds(max(1, station.seconds)) else {
        let waiting = counted(queue.total - queue.done - queue.skipped, "copy waits", "copies wait")
        throw Failure(
          .tryAgain,
          "No tag was put on the reader for \(station.seconds) s; \(waiting).",
          advice: "The queue is still open: deadwax tag queue --follow continues it, --end deletes it.")
      }
      Thread.sleep(forTimeInterval: Self.pause)
      let answer = try station.hub.send(.get, station.path("tag-queue"))
      // The queue ends after the last copy, or because another client ended it.
      if answer.status == 404 {
        guard queue.done + queue.skipped + 1 >= queue.total else {
          throw Failure(.conflict, "The queue has ended; \(queue.done) of \(queue.total) copies have their tag.")
        }
        return .done
      }
      guard answer.isSuccess else { throw HubProblem.failure(answer, at: station.hub.address) }
      bytes = answer.body
    }
  }
}

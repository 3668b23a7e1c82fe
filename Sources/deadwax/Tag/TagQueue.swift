internal import Foundation
internal import HTTPClient

extension Verb {
  /// `deadwax tag queue`: prints or changes the queue of copies that wait for tags at a station.
  static let tagQueue = Verb(
    "tag queue", summary: "show the copies that wait for tags at a station",
    details: "`deadwax tag write` begins the queue. The exit code is 3 if there is none.",
    examples: [
      ("tag queue --follow", "continues until the last copy has its tag"),
      ("tag queue --skip", "leaves the current copy without a tag"),
    ],
    options: [
      Option("follow", nil, "print the progress until the queue is finished"),
      Option("skip", nil, "skip the current copy"),
      Option("end", nil, "delete the rest of the queue"), .station, .seconds, .dryRun,
    ]
  ) { invocation in
    try invocation.takesNoOperand()
    guard ["follow", "skip", "end"].filter(invocation.has).count <= 1 else {
      throw Failure(.usage, "--follow, --skip and --end cannot be combined.")
    }
    let desk = try TagDesk(invocation)
    if invocation.has("dry-run"), invocation.has("skip") || invocation.has("end") {
      let watch = TagQueueWatch(desk: desk, bytes: try desk.hub.get(desk.path("tag-queue")).body)
      let queue: TagQueueShape = try JSONText.decode(watch.bytes)
      StandardOutput.line(queue.wouldLose(all: invocation.has("end")))
      return .done
    }
    if invocation.has("end") {
      _ = try desk.hub.change(.delete, desk.path("tag-queue"))
      if !invocation.isJSON { StandardOutput.line("The queue of \(printable(desk.station)) was deleted.") }
      return .done
    }
    let answer =
      invocation.has("skip")
      ? try desk.hub.change(.post, desk.path("tag-queue/skip"), Array("{}".utf8))
      : try desk.hub.get(desk.path("tag-queue"))
    let watch = TagQueueWatch(desk: desk, bytes: answer.body)
    return try invocation.has("follow") ? watch.follow() : watch.show()
  }
}

/// A request for a queue. Exactly one of `copies`, `place` and `untagged` is set.
struct TagQueueWanted: Encodable {
  var copies: [String]?
  var place: String?
  var untagged: Bool?
  var seal: Bool?
}

/// A queue as the API returns it.
struct TagQueueShape: Decodable {
  var total: Int
  var done: Int
  var skipped: Int
  var next: CopyShape?
  var job: TagJobShape?
  var remaining: [CopyShape]?

  var isThrough: Bool { done + skipped >= total || next == nil }

  /// `3 of 18 done, 1 left out. Now: copy 12, …`.
  var line: String {
    var line = "\(done) of \(total) done" + (skipped > 0 ? ", \(skipped) skipped" : "")
    if let next { line += ". Next: the tag of \(next.line)" }
    return line
  }

  /// Returns the effect of ending the queue or of skipping a copy.
  func wouldLose(all: Bool) -> String {
    if all { return "\(max(0, total - done - skipped)) copies would be left without a tag." }
    return next.map { "\($0.line) would be skipped." } ?? "There is no copy to skip."
  }
}

/// A queue that is followed while the tags are written.
struct TagQueueWatch {
  let desk: TagDesk
  let bytes: [UInt8]

  private static let pause = 0.2

  /// Prints the state of the queue.
  func show() throws(Failure) -> ExitCode {
    if desk.invocation.isJSON {
      StandardOutput.line(JSONText.line(bytes))
      return .done
    }
    let queue: TagQueueShape = try JSONText.decode(bytes)
    StandardOutput.line(queue.line)
    for copy in (queue.remaining ?? []).dropFirst() { StandardOutput.line("  then \(copy.line)") }
    return .done
  }

  /// Prints each step until all copies are done or skipped, or until nothing has happened for the command's time.
  func follow() throws(Failure) -> ExitCode {
    var bytes = bytes
    var told = ""
    var toldJob = ""
    var moved = ContinuousClock.now
    while true {
      let queue: TagQueueShape = try JSONText.decode(bytes)
      if let job = queue.job, toldJob != "\(job.id) \(job.state)" {
        toldJob = "\(job.id) \(job.state)"
        moved = .now
        if !desk.invocation.isJSON {
          if job.isOver { StandardOutput.line(job.full) } else { StandardError.line(job.progress) }
        }
      }
      if queue.line != told {
        told = queue.line
        moved = .now
        if desk.invocation.isJSON { StandardOutput.line(JSONText.line(bytes)) } else { StandardError.line(told) }
      }
      if queue.isThrough { return queue.skipped > 0 ? .refused : .done }
      guard ContinuousClock.now - moved < .seconds(max(1, desk.seconds)) else {
        let waiting = counted(queue.total - queue.done - queue.skipped, "copy waits", "copies wait")
        throw Failure(
          .tryAgain,
          "No tag was put on the reader for \(desk.seconds) s; \(waiting).",
          advice: "The queue is still open: deadwax tag queue --follow continues it, --end deletes it.")
      }
      Thread.sleep(forTimeInterval: Self.pause)
      let answer = try desk.hub.send(.get, desk.path("tag-queue"))
      // The queue ends after the last copy, or because another client ended it.
      if answer.status == 404 {
        guard queue.done + queue.skipped + 1 >= queue.total else {
          throw Failure(.conflict, "The queue has ended; \(queue.done) of \(queue.total) copies have their tag.")
        }
        return .done
      }
      guard answer.isSuccess else { throw HubProblem.failure(answer, at: desk.hub.address) }
      bytes = answer.body
    }
  }
}

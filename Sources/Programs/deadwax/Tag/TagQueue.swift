internal import CommandLineArguments
internal import HTTPClient
internal import HubClient
internal import Wire

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
    guard ["follow", "skip", "end"].filter(invocation.has).count <= 1 else {
      throw Failure(.usage, "--follow, --skip and --end cannot be combined.")
    }
    let station = try TagStation(invocation)
    if invocation.has("dry-run"), invocation.has("skip") || invocation.has("end") {
      let watch = TagQueueWatch(station: station, bytes: try station.hub.get(station.path("tag-queue")).body)
      let queue: TagQueueResource = try JSONCoding.decode(watch.bytes)
      StandardOutput.line(queue.wouldLose(all: invocation.has("end")))
      return .done
    }
    if invocation.has("end") {
      _ = try station.hub.change(.delete, station.path("tag-queue"))
      if !invocation.isJSON { StandardOutput.line("The queue of \(station.name) was deleted.") }
      return .done
    }
    let answer =
      invocation.has("skip")
      ? try station.hub.change(.post, station.path("tag-queue/skip"), Array("{}".utf8))
      : try station.hub.get(station.path("tag-queue"))
    let watch = TagQueueWatch(station: station, bytes: answer.body)
    return try invocation.has("follow") ? watch.follow() : watch.show()
  }
}

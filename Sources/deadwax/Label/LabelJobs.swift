internal import Foundation
internal import HTTPClient

extension Verb {
  /// `deadwax label layouts`: lists the label papers that the hub has.
  static let labelLayouts = Verb("label layouts", summary: "the label papers that are known") { invocation in
    try invocation.takesNoOperand()
    let list = try Hub(invocation).list("/api/v1/label-layouts", limit: 1000)
    if invocation.isJSON {
      StandardOutput.line(list.document)
    } else {
      for item in list.items { StandardOutput.line(try JSONText.decode(item, as: LabelLayoutShape.self).row) }
      if list.items.isEmpty { StandardError.line("The hub knows no label paper; see docs/labels.md.") }
    }
    return .done
  }

  /// `deadwax label jobs`: lists label jobs.
  static let labelJobs = Verb(
    "label jobs", summary: "labels that were made in the last thirty days, the newest first",
    options: [Option("limit", "N", "how many at most (20)")]
  ) { invocation in
    try invocation.takesNoOperand()
    let limit = try invocation.number("limit", in: 1...10_000, otherwise: 20)
    let list = try Hub(invocation).list("/api/v1/label-jobs", limit: limit)
    if invocation.isJSON {
      StandardOutput.line(list.document)
    } else {
      for item in list.items {
        let job: LabelJobShape = try JSONText.decode(item)
        StandardOutput.line("\(ClockTime.short(job.createdAt))  \(job.line)")
      }
      if list.items.isEmpty { StandardError.line("No labels were made.") }
    }
    return .done
  }

  /// `deadwax label print`: sends the sheets to the hub's printer.
  static let labelPrint = Verb(
    "label print", operands: "JOB", summary: "hand a job's sheets to the hub's printer, and wait for what it says",
    options: [.dryRun]
  ) { invocation in
    let job = try invocation.operand("job")
    let hub = try Hub(invocation)
    let path = "/api/v1/label-jobs/\(Hub.encoded(job))"
    if invocation.has("dry-run") {
      let job: LabelJobShape = try JSONText.decode(try hub.get(path).body)
      StandardOutput.line("\(job.sheets) sheets would go to the printer.")
      return .done
    }
    var bytes = try hub.change(.post, path + "/print", Array("{}".utf8)).body
    var shape: LabelJobShape = try JSONText.decode(bytes)
    while shape.printState == "printing" {
      Thread.sleep(forTimeInterval: 0.2)
      bytes = try hub.get(path).body
      shape = try JSONText.decode(bytes)
    }
    let said = printable(shape.printOutput ?? "")
    guard shape.printState == "printed" else { throw Failure(.refused, "It was not printed. \(said)") }
    StandardOutput.line(invocation.isJSON ? JSONText.line(bytes) : said.isEmpty ? "printed" : "printed: \(said)")
    return .done
  }

  /// `deadwax label check`: lists the labels that were scanned since they were made.
  static let labelCheck = Verb(
    "label check", operands: "JOB", summary: "which labels of a job were held up since, and which are missing",
    details: """
      After printing hold each label before any reader of any desk: the history knows which were read. With --watch it
      goes on until all are. The exit code is 1 while some are missing.
      """,
    options: [Option("watch", nil, "tell each label as it is read, until all are")]
  ) { invocation in
    let job = try invocation.operand("job")
    let hub = try Hub(invocation)
    var told: Set<String> = []
    while true {
      let bytes = try hub.get("/api/v1/label-jobs/\(Hub.encoded(job))/check").body
      let check: LabelCheckShape = try JSONText.decode(bytes)
      if !invocation.isJSON {
        for label in check.labels where label.seenAt != nil && told.insert(label.code).inserted {
          StandardOutput.line("read     \(label.row)")
        }
      }
      guard invocation.has("watch"), check.seen < check.total else {
        if invocation.isJSON {
          StandardOutput.line(JSONText.line(bytes))
        } else {
          for label in check.labels where label.seenAt == nil { StandardOutput.line("missing  \(label.row)") }
          StandardError.line("\(check.seen) of \(check.total) labels were read since they were made.")
        }
        return check.seen < check.total ? .refused : .done
      }
      Thread.sleep(forTimeInterval: 0.3)
    }
  }
}

extension LabelCheckShape.Label {
  fileprivate var row: String {
    var row = "\(printable(code).padded(to: 19))  \(printable(text).cut(to: 40).padded(to: 40))"
    if let seenAt { row += "  \(ClockTime.short(seenAt))" }
    if let quality { row += "  quality \(quality)" }
    if let reader { row += "  \(printable(reader))" }
    return row
  }
}

internal import CommandLineArguments
internal import Deadwax
internal import Foundation
internal import HTTPClient
internal import HubClient
internal import Wire

extension Verb {
  /// `deadwax label layouts`: lists the label papers that the hub has.
  static let labelLayouts = Verb("label layouts", summary: "list label layouts") { invocation in
    let list = try HubClient(invocation).wholeList("/api/v1/label-layouts")
    if invocation.isJSON {
      StandardOutput.line(list.document)
    } else {
      for item in list.items { StandardOutput.line(try JSONCoding.decode(item, as: LabelLayoutResource.self).row) }
      if list.items.isEmpty { StandardError.line("The hub has no label layouts; see docs/labels.md.") }
    }
    return .done
  }

  /// `deadwax label jobs`: lists label jobs.
  static let labelJobs = Verb(
    "label jobs", summary: "list the label jobs of the last 30 days, newest first",
    options: [Option("limit", .number(1...10_000), "N", standard: "20", "the maximum number of jobs")]
  ) { invocation in
    let limit = invocation.number("limit")
    let list = try HubClient(invocation).list("/api/v1/label-jobs", limit: limit)
    if invocation.isJSON {
      StandardOutput.line(list.document)
    } else {
      for item in list.items {
        let job: LabelJobResource = try JSONCoding.decode(item)
        StandardOutput.line("\(ClockTime.short(job.createdAt))  \(job.line)")
      }
      if list.items.isEmpty { StandardError.line("No label jobs found.") }
    }
    return .done
  }

  /// `deadwax label print`: sends the sheets to the hub's printer.
  static let labelPrint = Verb(
    "label print", operands: [.one("JOB")], summary: "print a label job and wait for the printer's result",
    options: [.dryRun]
  ) { invocation in
    let job = invocation.operand
    let hub = try HubClient(invocation)
    let path = "/api/v1/label-jobs/\(HubClient.encoded(job))"
    if invocation.has("dry-run") {
      let job: LabelJobResource = try JSONCoding.decode(try hub.get(path).body)
      StandardOutput.line("\(counted(job.sheets, "sheet", "sheets")) would be printed.")
      return .done
    }
    var bytes = try hub.change(.post, path + "/print", Array("{}".utf8)).body
    var shape: LabelJobResource = try JSONCoding.decode(bytes)
    while shape.printState == .printing {
      Thread.sleep(forTimeInterval: 0.2)
      bytes = try hub.get(path).body
      shape = try JSONCoding.decode(bytes)
    }
    let said = printable(shape.printOutput ?? "")
    guard shape.printState == .printed else { throw Failure(.refused, "Printing failed. \(said)") }
    StandardOutput.line(invocation.isJSON ? JSONCoding.line(bytes) : said.isEmpty ? "printed" : "printed: \(said)")
    return .done
  }

  /// `deadwax label check`: lists the labels that were scanned since they were made.
  static let labelCheck = Verb(
    "label check", operands: [.one("JOB")], summary: "check which labels of a job were scanned",
    details: """
      After printing, scan each label with any reader of any station. With --watch, the command continues until all were
      scanned. The exit code is 1 while some are missing.
      """,
    options: [Option("watch", nil, "print each label when it is scanned, until all were")]
  ) { invocation in
    let job = invocation.operand
    let hub = try HubClient(invocation)
    var reported: Set<String> = []
    while true {
      let bytes = try hub.get("/api/v1/label-jobs/\(HubClient.encoded(job))/check").body
      let check: LabelCheckResource = try JSONCoding.decode(bytes)
      if !invocation.isJSON {
        for label in check.labels where label.seenAt != nil && reported.insert(label.code ?? label.text).inserted {
          StandardOutput.line("read     \(label.row)")
        }
      }
      guard invocation.has("watch"), check.seen < check.total else {
        if invocation.isJSON {
          StandardOutput.line(JSONCoding.line(bytes))
        } else {
          for label in check.labels where label.seenAt == nil { StandardOutput.line("missing  \(label.row)") }
          StandardError.line("\(check.seen) of \(check.total) labels were scanned since the job was created.")
        }
        return check.seen < check.total ? .refused : .done
      }
      Thread.sleep(forTimeInterval: 0.3)
    }
  }
}

extension LabelCheckResource.SeenLabel {
  fileprivate var row: String {
    var row = "\(printable(code ?? "no code").padded(to: 19))  \(printable(text).cut(to: 40).padded(to: 40))"
    if let seenAt { row += "  \(ClockTime.short(seenAt))" }
    if let quality { row += "  quality \(quality)" }
    if let reader { row += "  \(printable(reader))" }
    return row
  }
}

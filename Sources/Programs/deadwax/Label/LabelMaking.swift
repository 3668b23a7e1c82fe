internal import CommandLineArguments
internal import Deadwax
internal import Foundation
internal import HTTPClient
internal import HubClient
internal import Wire

/// A request for labels that is followed until the sheets are available.
struct LabelMaking {
  private let invocation: Invocation
  private let hub: HubClient

  /// The options of every label command.
  static let options = [
    Option("layout", "ID", "the layout; see deadwax label layouts"),
    Option("symbol", .choice(["qr", "code-128", "ean-13"]), standard: "qr", "the kind of code"),
    Option("dpi", .number(1...10_000), "N", standard: "300", "the printer's resolution: 203, 300 or 600"),
    Option("start", .number(1...5000), "N", standard: "1", "the first free label of a partly used sheet"),
    Option("each", .number(1...100), "N", standard: "1", "the number of prints of each label"),
    Option("address", nil, "QR codes of copies carry the web address that phones open"),
    Option("fields", "LIST", "the texts for copies: title,artist,catalog-number,number,place (all)"),
    Option("out", "FILE", "the output file: .pdf, or .png or .svg with one file per sheet"),
    Option("print", nil, "print them on the hub's printer"),
    .dryRun,
  ]

  private static let pause = 0.3

  init(_ invocation: Invocation) throws(Failure) {
    self.invocation = invocation
    hub = try HubClient(invocation)
  }

  func run(_ subjects: LabelOrderRequest.Subjects) throws(Failure) -> ExitCode {
    guard let layout = invocation.text("layout") else {
      throw Failure(.usage, "--layout is missing.", advice: "To list the layouts: deadwax label layouts")
    }
    let sheets = try invocation.text("out").map { out throws(Failure) in try LabelSheetFiles(out) }
    let order = LabelOrderRequest(subjects: subjects, layout: layout) {
      $0.symbol = invocation.text("symbol").flatMap(LabelJob.Form.init(rawValue:))
      $0.address = invocation.has("address") ? true : nil
      $0.dpi = invocation.number("dpi")
      $0.start = invocation.number("start")
      $0.copiesOfEach = invocation.number("each")
      $0.fields = invocation.text("fields").map { $0.split(separator: ",").map(String.init) }
    }
    if invocation.has("dry-run") {
      StandardOutput.line(String(decoding: JSONCoding.encode(order), as: UTF8.self))
      return .done
    }
    // The idempotency key makes a repeated request the same job, if the connection fails before the response.
    let answer = try hub.send(
      .post, "/api/v1/label-jobs", JSONCoding.encode(order), key: UUID().uuidString.lowercased())
    guard answer.isSuccess else { throw HubProblem.failure(answer, at: hub.address) }
    var bytes = try finished(answer.body)
    var job: LabelJobResource = try JSONCoding.decode(bytes)
    guard job.state == .ready else {
      throw Failure(.refused, printable(job.detail ?? "The labels could not be created."))
    }
    if invocation.has("print") {
      bytes = try hub.change(.post, "/api/v1/label-jobs/\(job.id)/print", Array("{}".utf8)).body
      job = try JSONCoding.decode(bytes)
    }
    StandardOutput.line(invocation.isJSON ? JSONCoding.line(bytes) : job.line)
    for note in job.notes { StandardError.line(note) }
    if let sheets { try sheets.fetch(job, hub) }
    return .done
  }

  private func finished(_ first: [UInt8]) throws(Failure) -> [UInt8] {
    var bytes = first
    var reported = ""
    while true {
      let job: LabelJobResource = try JSONCoding.decode(bytes)
      guard job.state == .making else { return bytes }
      let progress = "\(job.done) of \(job.labels) labels verified"
      if progress != reported { StandardError.line(progress) }
      reported = progress
      Thread.sleep(forTimeInterval: Self.pause)
      bytes = try hub.get("/api/v1/label-jobs/\(job.id)").body
    }
  }
}

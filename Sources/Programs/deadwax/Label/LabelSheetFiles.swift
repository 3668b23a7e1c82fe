internal import CommandLineArguments
internal import HTTPClient
internal import HubClient
internal import Wire

/// The files for the sheets of a job.
struct LabelSheetFiles {
  private let path: String
  private let kind: String

  /// - Throws: `Failure` with `usage` for a name without a known extension.
  init(_ path: String) throws(Failure) {
    kind = path.split(separator: ".").last.map { $0.lowercased() } ?? ""
    guard ["pdf", "png", "svg"].contains(kind), path.contains(".") else {
      throw Failure(.usage, "--out must end in .pdf, .png or .svg.")
    }
    self.path = path
  }

  /// - Throws: `Failure` if the sheets cannot be fetched or written.
  func fetch(_ job: LabelJobResource, _ hub: HubClient) throws(Failure) {
    guard kind != "pdf" else {
      return try OutputFile.write(try hub.get("/api/v1/label-jobs/\(job.id)/sheets.pdf").body, to: path)
    }
    for sheet in 1...max(1, job.sheets) {
      let picture = try hub.get("/api/v1/label-jobs/\(job.id)/sheets/\(sheet).\(kind)").body
      try OutputFile.write(picture, to: job.sheets == 1 ? path : "\(path.dropLast(4))-\(sheet).\(kind)")
    }
  }
}

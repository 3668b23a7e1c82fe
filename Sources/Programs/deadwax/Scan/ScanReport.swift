internal import CommandLineArguments
internal import Deadwax
internal import HTTPClient
internal import HubClient
internal import Wire

extension Verb {
  /// `deadwax scan`: reports codes to a station, as a reader of that station does.
  static let scan = Verb(
    "scan", operands: [.some("CODE|-")], summary: "report codes to a station, as if a reader had read them",
    details: """
      With -, reads codes from standard input, one per line, and reports each immediately. The hub stores every scan. Its
      outcome is printed and decides the exit code: 0 done, 1 refused, 3 unknown, 5 choice or confirmation needed. With
      several codes, the first non-zero exit code counts.
      """,
    options: [
      Option("station", "NAME", "the station of the scan (desk)"),
      Option("symbology", "NAME", "the symbology, such as EAN-13 (typed)"),
      .dryRun,
    ]
  ) { try ScanReport($0).run() }
}

/// The codes of one command, reported in sequence.
private struct ScanReport {
  private let invocation: Invocation
  private let hub: HubClient

  init(_ invocation: Invocation) throws(Failure) {
    guard !invocation.operands.isEmpty else {
      throw Failure(.usage, "No code is given.", advice: "Give codes, or - to read them from standard input.")
    }
    guard !invocation.operands.contains("-") || invocation.operands.count == 1 else {
      throw Failure(.usage, "- stands for standard input and cannot be combined with codes.")
    }
    self.invocation = invocation
    hub = try HubClient(invocation)
  }

  func run() throws(Failure) -> ExitCode {
    var result = ExitCode.done
    func note(_ code: ExitCode) { if result == .done { result = code } }
    if invocation.operands == ["-"] {
      var number = 0
      while let line = readLine() {
        number += 1
        guard !line.allSatisfy(\.isWhitespace) else { continue }
        do throws(Failure) {
          note(try report(line))
        } catch {
          // An invalid code is reported and skipped. Without a hub the remaining codes would be lost without notice.
          guard error.code == .usage else {
            throw Failure(
              error.code, "Line \(number) and the following lines were not reported. \(error.sentence)",
              advice: error.advice)
          }
          StandardError.line("deadwax: Line \(number) was not reported. \(error.sentence)")
          note(.usage)
        }
      }
    } else {
      for code in invocation.operands { note(try report(code)) }
    }
    return result
  }

  private func report(_ code: String) throws(Failure) -> ExitCode {
    if invocation.has("dry-run") {
      return try ResolutionResource.print(code, symbology: invocation.text("symbology"), hub, isJSON: invocation.isJSON)
    }
    let now = Timestamp.now()
    let station = try stationName()
    // The id makes a repeated request the same scan, if the connection fails before the response.
    let answer = try hub.post(
      "/api/v1/scans",
      ScanReportRequest(code: code) {
        $0.id = .new(at: now)
        $0.station = station
        $0.symbology = invocation.text("symbology")
        $0.at = RFC3339Time(now)
      })
    let scan: ScanResource = try JSONCoding.decode(answer.body)
    StandardOutput.line(invocation.isJSON ? JSONCoding.line(answer.body) : ScanText.full(scan))
    return scan.outcome.exitCode
  }

  private func stationName() throws(Failure) -> Station.Name? {
    guard let text = invocation.text("station") else { return nil }
    guard let name = Station.Name(text) else {
      throw Failure(.usage, "--station must be 1 to 40 lower-case letters, digits or hyphens.")
    }
    return name
  }
}

internal import CommandLineArguments
internal import Deadwax
internal import HTTPClient
internal import HubClient
internal import Wire

extension ResolutionResource {
  /// Requests the record from the hub and prints it.
  ///
  /// - Returns: the exit code for the result.
  /// - Throws: `Failure` if there is no response.
  static func print(_ code: String, symbology: String?, _ hub: HubClient, isJSON: Bool) throws(Failure) -> ExitCode {
    let answer = try hub.get("/api/v1/resolve", [("code", code)] + (symbology.map { [("symbology", $0)] } ?? []))
    let resolution: ResolutionResource = try JSONCoding.decode(answer.body)
    StandardOutput.line(isJSON ? JSONCoding.line(answer.body) : "\(printable(code))  \(resolution.full)")
    return resolution.exitCode
  }

  private var full: String {
    let things = [
      copy?.line, release?.line, slot.map(printable), place.map(printable), mode.map { "mode \($0.rawValue)" },
    ]
    let said = ([words] + things.compactMap(\.self))
    return said.joined(separator: "\n  ")
  }

  private var words: String {
    switch `class` {
    case .copy: "a copy"
    case .release: "a release"
    case .borrower: "a borrower's card"
    case .place: "a place"
    case .slot: "a slot"
    case .command: "a command"
    case .unbound: "no record has this code"
    case .damaged: "damaged: the check digit or checksum is wrong"
    case .unusable: "cannot be used as a code"
    case .ambiguous: "ambiguous"
    }
  }

  private var exitCode: ExitCode {
    switch `class` {
    case .unbound: .notFound
    case .damaged, .unusable: .refused
    default: .done
    }
  }
}

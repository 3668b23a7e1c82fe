internal import CommandLineArguments
internal import HTTPClient
internal import HubClient
internal import Wire

extension Verb {
  /// `deadwax tag read`: prints the tags on the reader, or the stored data of one tag.
  static let tagRead = Verb(
    "tag read", operands: [.optional("UID")], summary: "show the tag on the reader, or the record of a tag",
    details: """
      Prints the type and number of the tag, its binding, its content and its write access. Records nothing. The exit
      code is 3 if there is no tag on the reader, or if that tag was never read.
      """,
    examples: [
      ("tag read --wait 30", "waits for a tag"),
      ("tag read 04A2B3C4D5E680", "the record of that tag; either byte order is accepted"),
    ],
    options: [
      .station, Option("wait", .number(0...3600), "SECONDS", standard: "0", "the maximum time to wait for a tag"),
    ]
  ) { invocation in
    if let uid = invocation.operands.first {
      let answer = try HubClient(invocation).get("/api/v1/tags/\(HubClient.encoded(uid))")
      let tag: TagResource = try JSONCoding.decode(answer.body)
      StandardOutput.line(invocation.isJSON ? JSONCoding.line(answer.body) : TagText(tag).full)
      return .done
    }
    let station = try TagStation(invocation, seconds: "wait")
    let found = try station.wait(invocation.isJSON ? nil : "Put the tag on the reader.") { !$0.isEmpty }
    if invocation.isJSON {
      StandardOutput.line(JSONCoding.line(found.bytes))
    } else {
      for tag in found.tags { StandardOutput.line(TagText(tag).full) }
    }
    guard found.tags.isEmpty else { return .done }
    throw Failure(
      .notFound, "There is no tag on a reader of \(station.name).",
      advice: "Put it flat on the reader; --wait SECONDS waits for it.")
  }
}

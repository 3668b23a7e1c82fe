internal import CommandLineArguments
internal import Deadwax
internal import Foundation
internal import HTTPClient
internal import HubClient
internal import Wire

extension Verb {
  /// The commands for pictures, texts and PDFs of records, in the order of the help.
  static let attachment = [attach, attachmentList, attachmentGet, attachmentCover, attachmentTurn, attachmentRemove]

  private static let records = [
    Option("release", "RELEASE", "the release: its barcode or id, or one of its copies"),
    Option("copy", "COPY", "the copy: its number, code or id"),
  ]

  /// `deadwax attach`: adds a picture, a text or a PDF to a record.
  static let attach = Verb(
    "attach", operands: [.one("FILE")], summary: "add a picture, a text or a PDF to a release or a copy",
    details: """
      Needs the role staff. A JPEG, PNG or WebP picture is rewritten, without metadata such as the place. A file may
      have 32 MiB.
      """,
    examples: [("attach sleeve.jpg --release 074646362822 --cover", "the cover of that release")],
    options: records + [.flag("cover", "use the picture as the cover of its release")]
  ) { invocation in
    let hub = try HubClient(invocation)
    let file = invocation.operand
    guard let bytes = FileManager.default.contents(atPath: file) else {
      throw Failure(.notFound, "Cannot read \(printable(file)).")
    }
    guard bytes.count <= 32 << 20 else {
      throw Failure(.usage, "\(printable(file)) has more than 32 MiB.")
    }
    var query = [("name", file.split(separator: "/").last.map(String.init) ?? file)]
    if invocation.arguments.has("cover") { query.append(("cover", "yes")) }
    let path = try place(invocation, hub)
    return try report(try hub.upload(Array(bytes), to: path, query), invocation)
  }

  /// `deadwax attachment list`: lists the attachments of a record.
  static let attachmentList = Verb(
    "attachment list", summary: "list the attachments of a release or a copy", options: records
  ) { invocation in
    let hub = try HubClient(invocation)
    let answer = try hub.get(try place(invocation, hub))
    guard !invocation.isJSON else {
      StandardOutput.line(JSONCoding.line(answer.body))
      return .done
    }
    let page: ListPage<AttachmentResource> = try JSONCoding.decode(answer.body)
    var table = Table(giving: 1)
    for item in page.items { item.add(to: &table) }
    table.lines.forEach(StandardOutput.line)
    if page.items.isEmpty { StandardOutput.line("No attachments found.") }
    return .done
  }

  /// `deadwax attachment get`: writes the content of an attachment to a file.
  static let attachmentGet = Verb(
    "attachment get", operands: [.one("ID"), .one("FILE")], summary: "write the content of an attachment to a file",
    examples: [("attachment get 0193489a-7c20-7e0b-a1c3-5d9e8f274b16 sleeve.jpg", "the picture as it is shown")]
  ) { invocation in
    let hub = try HubClient(invocation)
    let answer = try hub.get("/api/v1/attachments/\(HubClient.encoded(invocation.operands[0]))/content")
    let file = invocation.operands[1]
    guard FileManager.default.createFile(atPath: file, contents: Data(answer.body)) else {
      throw Failure(.configuration, "Cannot write \(printable(file)).")
    }
    StandardOutput.line("\(answer.body.count) bytes were written to \(printable(file)).")
    return .done
  }

  /// `deadwax attachment cover`: uses a picture as the cover of its release.
  static let attachmentCover = Verb(
    "attachment cover", operands: [.one("ID")], summary: "use a picture as the cover of its release",
    details: "Needs the role staff.",
    examples: [("attachment cover 0193489a-7c20-7e0b-a1c3-5d9e8f274b16", "deadwax undo restores the earlier one")],
    options: [.flag("none", "use it no longer")]
  ) { invocation in
    let hub = try HubClient(invocation)
    let (path, version) = try current(invocation.operand, hub)
    let patch = AttachmentPatch(name: nil, isCover: !invocation.arguments.has("none"))
    return try report(try hub.give(ChangeRequest(.patch, path, patch, version: version)), invocation)
  }

  /// `deadwax attachment turn`: turns a picture.
  static let attachmentTurn = Verb(
    "attachment turn", operands: [.one("ID")], summary: "turn, straighten or cut a picture",
    details: """
      Needs the role staff. Without an option, the picture is turned clockwise once. It is turned first, then
      straightened, then cut. Corners that the straightening leaves empty are cut off.
      """,
    examples: [
      ("attachment turn 0193489a-7c20-7e0b-a1c3-5d9e8f274b16", "clockwise, once"),
      ("attachment turn 0193489a-7c20-7e0b-a1c3-5d9e8f274b16 --right 25", "2.5 degrees clockwise"),
      ("attachment turn 0193489a-7c20-7e0b-a1c3-5d9e8f274b16 --part 50,50,900,900", "without its margin of 5 %"),
    ],
    options: [
      Option("quarters", .number(1...3), "N", "quarter turns clockwise"),
      Option("left", .number(1...150), "N", "straighten anticlockwise by tenths of a degree"),
      Option("right", .number(1...150), "N", "straighten clockwise by tenths of a degree"),
      Option("part", .anyText, "X,Y,W,H", "the part to keep, in thousandths of the sides"),
    ]
  ) { invocation in
    let hub = try HubClient(invocation)
    let (path, version) = try current(invocation.operand, hub)
    let edit = try edit(invocation)
    return try report(try hub.give(ChangeRequest(.post, path + "/edits", edit, version: version)), invocation)
  }

  /// `deadwax attachment remove`: removes an attachment.
  static let attachmentRemove = Verb(
    "attachment remove", operands: [.one("ID")], summary: "remove an attachment",
    details: "Needs the role staff.",
    examples: [("attachment remove 0193489a-7c20-7e0b-a1c3-5d9e8f274b16", "deadwax undo restores it")]
  ) { invocation in
    let hub = try HubClient(invocation)
    let (path, version) = try current(invocation.operand, hub)
    try hub.give(ChangeRequest(.delete, path, version: version))
    StandardOutput.line("Removed.")
    return .done
  }

  /// Returns the edit of a picture that the options describe.
  private static func edit(_ invocation: Invocation) throws(Failure) -> PictureEdit {
    func given(_ name: String) -> Int? { invocation.arguments.number(name) }
    let (quarters, left, right) = (given("quarters"), given("left"), given("right"))
    guard left == nil || right == nil else { throw Failure(.usage, "Give either --left or --right.") }
    var part: PictureEdit.Part?
    if let text = invocation.text("part") {
      let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
      guard numbers.count == 4, case let values = numbers.compactMap(\.self), values.count == 4 else {
        throw Failure(.usage, "--part needs four numbers from 0 to 1000: X,Y,W,H.")
      }
      part = PictureEdit.Part(x: values[0], y: values[1], width: values[2], height: values[3])
    }
    let isPlain = left == nil && right == nil && part == nil
    return PictureEdit(
      quarters: quarters ?? (isPlain ? 1 : nil), straighten: right ?? left.map { -$0 }, part: part)
  }

  /// Returns the path of the attachments of the record that the options name.
  private static func place(_ invocation: Invocation, _ hub: HubClient) throws(Failure) -> String {
    switch (invocation.text("release"), invocation.text("copy")) {
    case (let text?, nil): "/api/v1/releases/\(try RecordReference.find(text, hub).release)/attachments"
    case (nil, let text?): "/api/v1/copies/\(try CopyReference.find(text, hub).id)/attachments"
    default: throw Failure(.usage, "Give either --release or --copy.")
    }
  }

  /// Returns the path of an attachment, and its version as `If-Match`.
  private static func current(_ id: String, _ hub: HubClient) throws(Failure) -> (path: String, version: String) {
    let path = "/api/v1/attachments/\(HubClient.encoded(id))"
    let item: AttachmentResource = try JSONCoding.decode(try hub.get(path).body)
    return (path, "\"\(item.version)\"")
  }

  private static func report(_ answer: HTTPClientResponse, _ invocation: Invocation) throws(Failure) -> ExitCode {
    try RecordReport.show(answer, invocation, giving: 1) { (record: AttachmentResource, table) in record.add(to: &table)
    }
  }
}

extension AttachmentResource {
  /// Adds a row: id, kind, name, size, use.
  fileprivate func add(to table: inout Table) {
    table.add(id.text, kind.text, printable(name), "\(bytes) bytes", isCover ? "cover" : "")
  }
}

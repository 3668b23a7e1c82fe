internal import CommandLineArguments
internal import Deadwax
internal import HTTPClient
internal import HubClient
internal import Wire

extension Verb {
  /// The commands for notices, in the order of the help.
  static let notice = [noticeList, noticeSend, noticeTemplates, noticeShow, noticeEdit]

  /// `deadwax notice list`: lists the notices.
  static let noticeList = Verb(
    "notice list", summary: "list the notices to borrowers that were not sent",
    details: "Needs the role staff.",
    examples: [("notice list --all", "also those that were sent, the newest first")],
    options: [
      Option("all", nil, "also notices that were sent"),
      Option("borrower", "BORROWER", "only notices to this borrower"),
      Option("limit", .number(1...100_000), "N", standard: "50", "the maximum number of notices"),
    ]
  ) { invocation in
    let hub = try HubClient(invocation)
    var query = [("state", invocation.has("all") ? "all" : "open")]
    if let text = invocation.text("borrower") {
      query.append(("borrower", try BorrowerReference.find(text, hub).borrower.id.text))
    }
    let page = try hub.list("/api/v1/notices", query, limit: invocation.number("limit"))
    return try ListReport.show(page, invocation, giving: 5, none: "No notices found.") {
      (item: NoticeResource, table) in
      table.add(
        item.id, ClockTime.day(item.createdAt), item.kind.rawValue, item.way.rawValue, item.state.rawValue,
        item.release?.line ?? "–", item.borrower?.shortName ?? "–", item.reason ?? "")
    }
  }

  /// `deadwax notice send`: sends a notice again.
  static let noticeSend = Verb(
    "notice send", operands: [.one("ID")], summary: "send a notice again that was not sent",
    details: "The hub sends it within minutes, if it still applies.",
    examples: [("notice send 0193489b-4d10-7a31-b5c6-0f1e2d3c4b5a", "the id from notice list")]
  ) { invocation in
    let path = "/api/v1/notices/\(HubClient.encoded(invocation.operand))/send"
    let answer = try HubClient(invocation).give(ChangeRequest(.post, path))
    StandardOutput.line(invocation.isJSON ? JSONCoding.line(answer.body) : "The notice will be sent again.")
    return .done
  }

  /// `deadwax notice templates`: lists the templates.
  static let noticeTemplates = Verb(
    "notice templates", summary: "list the templates of notices",
    details: "A * marks a template that the library has changed. Needs the role staff.",
    examples: [("notice templates", "by kind and language")]
  ) { invocation in
    let page = try HubClient(invocation).wholeList("/api/v1/notice-templates")
    return try ListReport.show(page, invocation, giving: 1, none: "No templates found.") {
      (item: NoticeTemplateResource, table) in table.add(item.id, item.subject, item.isStandard ? "" : "*")
    }
  }

  /// `deadwax notice show`: shows a template, or the notice that it makes.
  static let noticeShow = Verb(
    "notice show", operands: [.one("TEMPLATE")], summary: "show a template, or a notice that it makes",
    examples: [
      ("notice show hold-ready.en", "the text with its placeholders"),
      ("notice show hold-ready.en --preview", "the notice with invented values"),
    ],
    options: [
      Option("preview", nil, "fill in invented values"), Option("real", nil, "fill in the values of the newest notice"),
    ]
  ) { invocation in
    let hub = try HubClient(invocation)
    let path = "/api/v1/notice-templates/\(HubClient.encoded(invocation.operand))"
    if invocation.has("preview") || invocation.has("real") {
      let isReal = invocation.has("real")
      let answer = try hub.give(ChangeRequest(.post, path + "/preview", NoticePreviewRequest { $0.isReal = isReal }))
      let preview: NoticePreview = try JSONCoding.decode(answer.body)
      return show(preview.subject, preview.body, answer.body, invocation)
    }
    let answer = try hub.get(path)
    let template: NoticeTemplateResource = try JSONCoding.decode(answer.body)
    return show(template.subject, template.body, answer.body, invocation)
  }

  /// `deadwax notice edit`: changes a template.
  static let noticeEdit = Verb(
    "notice edit", operands: [.one("TEMPLATE")], summary: "change a template of notices",
    details: "With --body, the text is read from standard input. Needs the role admin.",
    examples: [
      ("notice edit hold-ready.en --subject \"Your record is here\"", "changes the subject"),
      ("notice edit hold-ready.en --default", "restores the standard text"),
    ],
    options: [
      Option("subject", "TEXT", "the subject"), Option("body", nil, "read the text from standard input"),
      Option("default", nil, "restore the standard text"),
    ]
  ) { invocation in
    let hub = try HubClient(invocation)
    let path = "/api/v1/notice-templates/\(HubClient.encoded(invocation.operand))"
    let subject = invocation.text("subject")
    guard subject != nil || invocation.has("body") || invocation.has("default") else {
      throw Failure(.usage, "No change is given.", advice: "See: deadwax notice edit --help")
    }
    let before = try hub.get(path)
    var template: NoticeTemplateResource = try JSONCoding.decode(before.body)
    if invocation.has("body") {
      var lines: [String] = []
      while let line = readLine() { lines.append(line) }
      template.body = lines.joined(separator: "\n") + "\n"
    }
    let request = NoticeTemplateRequest(subject: subject ?? template.subject, body: template.body)
    let version = before.headers["etag"]
    let answer = try hub.give(
      invocation.has("default")
        ? ChangeRequest(.delete, path, version: version) : ChangeRequest(.put, path, request, version: version))
    let after: NoticeTemplateResource = try JSONCoding.decode(answer.body)
    return show(after.subject, after.body, answer.body, invocation)
  }

  private static func show(_ subject: String, _ body: String, _ json: [UInt8], _ invocation: Invocation) -> ExitCode {
    guard !invocation.isJSON else {
      StandardOutput.line(JSONCoding.line(json))
      return .done
    }
    StandardOutput.line(printable(subject))
    for line in body.split(separator: "\n", omittingEmptySubsequences: false) {
      StandardOutput.line(printable(String(line)))
    }
    return .done
  }
}

internal import Deadwax
internal import Messages
internal import Notices
internal import Wire

extension NoticeTemplateResource {
  init(_ view: NoticeService.View) {
    let (id, template) = (view.template.id, view.template)
    self.init(
      id: id.text, kind: id.kind, language: id.language.rawValue, subject: template.subject, body: template.body,
      isStandard: view.isStandard, placeholders: NoticeTemplate.placeholders(of: id.kind), version: view.version)
  }
}

extension NoticeResource {
  init(_ entry: NoticeService.Entry) {
    self.init(
      id: entry.id, kind: entry.kind, way: entry.way, state: entry.state, dueAt: entry.dueAt,
      createdAt: entry.createdAt, attempts: entry.attempts
    ) {
      $0.borrower = BorrowerSummary(entry.borrower)
      $0.release = entry.release.map { ReleaseSummary($0) }
      $0.loan = entry.loan
      $0.hold = entry.hold
      $0.sentAt = RFC3339Time(entry.sentAt)
      $0.reason = entry.reason
    }
  }
}

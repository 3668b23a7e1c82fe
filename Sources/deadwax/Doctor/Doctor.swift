extension Verb {
  /// `deadwax doctor`: what works, what does not, and what to do.
  static let doctor = Verb(
    "doctor", summary: "what works, what does not, and what to do about it",
    details: "The exit code is 0 when nothing is wrong, 69 when there is no hub, else 1."
  ) { invocation in
    try invocation.takesNoOperand()
    let hub = try Hub(invocation)
    let examined = HubCheck(hub).run()
    // What is plugged into this machine matters where the hub is.
    let findings = examined.findings + (hub.address.isLocal ? MachineCheck().run() : [])
    if invocation.isJSON {
      let isWell = !findings.contains { $0.grade == .bad }
      StandardOutput.line(String(decoding: JSONText.encode(Report(ok: isWell, checks: findings)), as: UTF8.self))
    } else {
      let width = findings.map(\.subject.columns).max() ?? 0
      for finding in findings { StandardOutput.line(finding.text(width: width)) }
    }
    guard examined.isReachable else { return .unavailable }
    return findings.contains { $0.grade == .bad } ? .refused : .done
  }
}

private struct Report: Encodable {
  var ok: Bool
  var checks: [Finding]
}

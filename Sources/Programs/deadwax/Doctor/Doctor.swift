internal import HubClient

extension Verb {
  /// `deadwax doctor`: checks the hub and the machine, and gives advice.
  static let doctor = Verb(
    "doctor", summary: "diagnose the hub and this machine",
    details: "The exit code is 0 without faults, 69 without a hub, and otherwise 1."
  ) { invocation in
    let hub = try HubClient(invocation)
    let examined = HubCheck(hub).run()
    // The devices of this machine matter only if the hub runs on it.
    let findings = examined.findings + (hub.address.isLocal ? MachineCheck().run() : [])
    if invocation.isJSON {
      let isWell = !findings.contains { $0.grade == .bad }
      StandardOutput.line(String(decoding: JSONCoding.encode(Report(ok: isWell, checks: findings)), as: UTF8.self))
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

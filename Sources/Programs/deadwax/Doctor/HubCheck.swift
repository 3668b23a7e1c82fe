internal import CommandLineArguments
internal import Deadwax
internal import HTTPClient
internal import HubClient
internal import Wire

/// The check that the hub is reachable and can work.
struct HubCheck {
  private let hub: HubClient

  init(_ hub: HubClient) { self.hub = hub }

  struct Examined {
    var findings: [Finding]
    var isReachable: Bool
  }

  func run() -> Examined {
    do throws(Failure) {
      let start = ContinuousClock.now
      let health = try hub.look("/healthz")
      guard health.isSuccess else { throw HubProblem.failure(health, at: hub.address) }
      let time = (ContinuousClock.now - start) / .milliseconds(1)
      let answers = Finding(.good, "hub", "\(hub.address) answers in \(Int(time.rounded(.up))) ms")
      return Examined(findings: [answers] + readiness(), isReachable: true)
    } catch {
      return Examined(findings: [Finding(.bad, "hub", error.sentence, advice: error.advice)], isReachable: false)
    }
  }

  private func readiness() -> [Finding] {
    do throws(Failure) {
      let answer = try hub.look("/readyz")
      // A 503 has the same document, which gives the reason.
      guard answer.isSuccess || answer.status == 503 else { throw HubProblem.failure(answer, at: hub.address) }
      return Self.findings(of: answer.body)
    } catch {
      return [Finding(.bad, "readiness", error.sentence, advice: error.advice)]
    }
  }

  /// Returns the findings in the state that a hub reports. Of a hub of another version, whose state cannot be read, the
  /// version is stated, because it is the cause.
  static func findings(of body: [UInt8]) -> [Finding] {
    do throws(Failure) {
      return findings(try JSONCoding.decode(body, as: Readiness.self))
    } catch {
      let other = try? JSONCoding.decode(body, as: OtherVersion.self)
      return (other.map { [version($0.version)] } ?? [])
        + [Finding(.bad, "readiness", error.sentence, advice: error.advice)]
    }
  }

  /// The member that the state of every version has.
  private struct OtherVersion: Decodable { var version: String }

  static func findings(_ state: Readiness) -> [Finding] {
    var findings = [version(state.version)]
    findings.append(
      state.database == "ok"
        ? Finding(.good, "database", "accepts changes")
        : Finding(.bad, "database", printable(state.database), advice: "See the hub's log: journalctl -u deadwaxd"))
    findings.append(Self.finding(state.lookup, "look-ups"))
    if state.musicbrainz.state != "off" { findings.append(Self.finding(state.musicbrainz, "MusicBrainz")) }
    if let files = state.files { findings.append(Self.finding(files)) }
    findings += state.readers.map(Self.finding)
    if state.readers.isEmpty {
      findings.append(
        Finding(
          .note, "readers", "the hub has no readers",
          advice: "Connect a camera or an NFC reader, or use the virtual hardware: deadwaxd --help"))
    }
    return findings
  }

  private static func version(_ version: String) -> Finding {
    version == Main.version
      ? Finding(.good, "version", "\(version), hub and command")
      : Finding(
        .note, "version", "the hub has \(printable(version)), this command \(Main.version)",
        advice: "Install both from the same package.")
  }

  private static func finding(_ lookup: Readiness.Lookup, _ name: String) -> Finding {
    let waiting = counted(lookup.queued, "release waits", "releases wait")
    let reason = lookup.reason.flatMap { $0.isEmpty ? nil : " (\(clause($0)))" } ?? ""
    let state = printable(lookup.state) + reason + ", \(waiting)"
    let isPaused = lookup.state == "paused"
    if lookup.state == "contact-missing" {
      return Finding(.bad, name, state, advice: "Set sources.contact: deadwax setting set sources.contact ADDRESS")
    }
    return Finding(
      isPaused ? .bad : .good, name, state,
      advice: isPaused ? "Nothing is lost: they continue when the cause is corrected." : nil)
  }

  private static func finding(_ files: Readiness.Files) -> Finding {
    guard files.missing + files.damaged > 0 else {
      return Finding(.good, "files", "\(counted(files.whole, "file", "files")) of attachments checked, all whole")
    }
    return Finding(
      .bad, "files", "of the attachments, \(files.missing) missing and \(files.damaged) damaged, \(files.whole) whole",
      advice: "Restore them from a backup of the folder attachments. The hub's log has their names.")
  }

  private static func finding(_ reader: ReaderReport) -> Finding {
    let isReady = reader.state == "ready"
    var detail = printable(reader.state)
    if let reason = reader.reason, !reason.isEmpty { detail += ": \(clause(reason))" }
    if !reader.device.isEmpty, !detail.contains(printable(reader.device)) {
      detail += ", \(printable(reader.device))"
    }
    if !reader.capabilities.isEmpty {
      detail += ", capabilities: \(printable(reader.capabilities.joined(separator: " ")))"
    }
    if reader.restarts > 0 {
      detail += ", restarted \(counted(reader.restarts, "time", "times"))"
    }
    // A reader that is absent is not a fault: it is detected when it is plugged in.
    let isBad = !isReady && reader.state != "opening" && reader.state != "absent"
    return Finding(
      isReady ? .good : isBad ? .bad : .note, "reader \(printable(reader.name))", detail,
      advice: isReady ? nil : reader.hint.map(printable))
  }

  /// Returns a text for use inside a sentence, without a full stop at its end.
  private static func clause(_ text: String) -> String {
    var text = printable(text)
    while text.last == "." { text.removeLast() }
    return text
  }
}

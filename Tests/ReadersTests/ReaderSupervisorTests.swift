import Deadwax
import Glibc
import Log
import ReaderProtocol
import Readers
import TestSupport
import Testing
import Threads

// Serialised: dozens of processes and their pipes at once are a load that no station has.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct ReaderSupervisorTests {
  @Test func `a reader reports a hello, its readings and its state`() async throws {
    let script = try Script("hello chip; state absent; ready; code one; code two; state stalled; ready; serve")
    try await script.wait(for: "the second code") { $0.messages.count >= 7 ? true : nil }
    let kinds = script.messages.prefix(7).map { message in
      switch message {
      case .hello(let hello): "hello \(hello.device)"
      case .state(let state): state.kind.rawValue
      case .code(let code): code.text
      default: "?"
      }
    }
    #expect(kinds == ["hello chip", "absent", "ready", "one", "two", "stalled", "ready"])
    let states = script.statuses.map(\.state.kind)
    #expect(states.filter { $0 != .opening } == [.absent, .ready, .stalled, .ready])
    let status = script.supervisor.status
    #expect(status.name == "tags" && status.station == "front" && status.kind == .nfc && status.device == "chip")
    #expect(status.restarts == 0 && status.linesSkipped == 0)
  }

  @Test func `a repeated state is reported once`() async throws {
    let script = try Script("hello; for i in 1 2 3 4 5 6 7 8 9; do ready; done; code end; serve")
    try await script.wait(for: "the code") { $0.codes.isEmpty ? nil : true }
    #expect(script.statuses.filter { $0.state.kind == .ready }.count == 1)
    #expect(script.messages.filter { $0 == .state(ReaderState(.ready)) }.count >= 9)
  }

  @Test func `before its start a reader is absent, after its stop too`() async throws {
    let script = try Script("hello; serve", isStarted: false)
    #expect(script.supervisor.status.state.kind == .absent)
    script.supervisor.start()
    try await script.status(.ready)
    _ = await script.stop()
    #expect(script.supervisor.status.state == ReaderState(.absent, reason: "The reader is stopped."))
    #expect(script.supervisor.status.process == nil)
  }

  // MARK: - Exits

  @Test func `a reader killed with SIGKILL is started again each time`() async throws {
    let script = try Script("hello; serve", pace: SupervisionTimeouts())
    for round in 0..<3 {
      let status = try await script.status(.ready, restarts: round)
      let process = try #require(status.process)
      #expect(kill(process, SIGKILL) == 0)
      try await script.status(.opening, restarts: round)
      try await script.status(.ready, restarts: round + 1)
    }
    let down = try #require(script.statuses.first { $0.state.reason != nil })
    #expect(down.state.kind == .opening)
    #expect(down.state.reason == "The reader was ended by signal 9 (Killed). It is being restarted.")
  }

  @Test func `lines written just before the end are received`() async throws {
    let script = try Script("hello; ready; for i in $(seq 1 300); do code $i; done; exit 3")
    try await script.status(.opening, restarts: 1)
    #expect(script.codes.prefix(300) == ArraySlice((1...300).map { "\($0)" }))
    #expect(script.statuses.contains { $0.state.reason == "The reader ended with code 3. It is being restarted." })
  }

  @Test func `a reader that never gets ready counts as failed, and is tried further`() async throws {
    let script = try Script("echo x >> $F/starts; hello; [ $(wc -l < $F/starts) -lt 8 ] && exit 1; serve")
    let failed = try await script.status(.failed)
    #expect(failed.restarts == 4)
    #expect(failed.state.reason?.contains("it was started 5 times and was never ready") == true)
    #expect(failed.state.hint != nil)
    try await script.status(.ready, restarts: 7)
    // One line for the series of exits, not eight.
    #expect(script.log.filter { $0.contains("ended with code 1") }.count == 1)
  }

  @Test func `its child processes are ended with it`() async throws {
    let script = try Script("sleep 1000 & hello $!; beat; read line; exit 0")
    let pid = try #require(pid_t(try await script.status(.ready).device))
    #expect(kill(pid, 0) == 0)
    kill(try #require(script.supervisor.status.process), SIGKILL)
    try await script.status(.ready, restarts: 1)
    // Init, or its substitute, reaps the orphan a little later.
    try await eventually("the end of the grandchild") { kill(pid, 0) != 0 || Self.isZombie(pid) }
  }

  @Test func `fifty restarts leave no descriptor and no zombie`() async {
    // In a process of its own, where no other code opens files.
    await #expect(processExitsWith: .success) {
      var pace = SupervisionTimeouts.quick
      pace.longestPauseAfterReady = .milliseconds(1)
      let body = "hello; ready; code $$; exit 1"
      let first = try Script(body, pace: pace, isStarted: false)
      let second = try Script(body, pace: pace, isStarted: false)
      // The first one makes the libraries open their permanent files.
      first.supervisor.start()
      try await first.status(.ready, restarts: 5, atMost: .seconds(60))
      _ = await first.stop()
      let before = try Self.openFiles()
      second.supervisor.start()
      try await second.status(.ready, restarts: 50, atMost: .seconds(60))
      _ = await second.stop()
      #expect(try Self.openFiles() == before)
      #expect(second.codes.count >= 50)
      for code in first.codes + second.codes {
        guard let pid = pid_t(code) else { throw TestFailure("no number: \(code)") }
        #expect(kill(pid, 0) != 0, "\(pid) is left")
      }
    }
  }

  static func openFiles() throws -> Int {
    guard let entries = opendir("/proc/self/fd") else { throw TestFailure("no /proc/self/fd") }
    defer { closedir(entries) }
    var count = 0
    while readdir(entries) != nil { count += 1 }
    return count
  }

  static func isZombie(_ pid: pid_t) -> Bool {
    guard let file = fopen("/proc/\(pid)/stat", "r") else { return true }
    defer { fclose(file) }
    var buffer = [UInt8](repeating: 0, count: 200)
    let count = fread(&buffer, 1, buffer.count, file)
    return String(decoding: buffer.prefix(count), as: UTF8.self).contains(") Z")
  }

  // MARK: - Silence

  @Test func `a silent reader is stalled, and is restarted`() async throws {
    let script = try Script("hello; ready; sleep 1000")
    let ready = try await script.status(.ready)
    let stalled = try await script.status(.stalled)
    let waited = stalled.since - ready.since
    #expect(waited > .seconds(2.9))
    #expect(stalled.state.reason == "It has sent nothing for 3 s. It is being restarted.")
    try await script.status(.ready, restarts: 1)
    #expect(kill(try #require(ready.process), 0) != 0)
    _ = await script.stop()
  }

  @Test func `a reader that repeats its state is not silent`() async throws {
    var pace = SupervisionTimeouts.quick
    pace.lineTimeout = .seconds(2)
    let script = try Script(
      "hello; for i in 1 2 3 4 5 6 7 8 9; do ready; sleep 0.5; done; code end; serve", pace: pace)
    try await script.wait(for: "the code") { $0.codes.isEmpty ? nil : true }
    #expect(script.supervisor.status.restarts == 0)
    #expect(!script.statuses.contains { $0.state.kind == .stalled })
  }

  @Test func `a reader without a hello is stalled, and the reason has its output`() async throws {
    var pace = SupervisionTimeouts.quick
    pace.helloTimeout = .milliseconds(300)
    let script = try Script(
      "printf '{\"type\":\"hello\",\"reader\":\"nfc\",\"version\":2,\"device\":\"x\"}\\n'; ready; sleep 1000",
      pace: pace)
    let stalled = try await script.status(.stalled)
    #expect(stalled.state.reason?.contains("not sent hello within 0.3 s") == true)
    #expect(script.messages.isEmpty)
    #expect(script.supervisor.status.linesSkipped >= 2)
    #expect(script.log.contains { $0.contains("protocol version 2") })
    _ = await script.stop()
  }

  // MARK: - Permanent failures

  @Test(arguments: ["/nowhere/deadwax-reader", "/etc", "/etc/hostname", ""])
  func `a program that cannot be started is a failure with a hint`(path: String) async throws {
    let statuses = Monitor<[ReaderStatus]>([])
    let log = Locked<[String]>([])
    var pace = SupervisionTimeouts.quick
    pace.pauseAfterFailure = .milliseconds(20)
    let supervisor = ReaderSupervisor(
      configuration: ReaderConfiguration(name: "tags", station: "front", kind: .nfc, executable: path),
      logger: Logger(part: "test") { _, line in log.withLock { $0.append(line) } }, pace: pace, onMessage: { _ in },
      onStatus: { status in statuses.update { $0.append(status) } })
    supervisor.start()
    // It is retried repeatedly, and logged once.
    await onLane { statuses.wait { $0.last?.restarts ?? 0 >= 5 ? () : nil } }
    #expect(supervisor.status.state.kind == .failed)
    #expect(supervisor.status.state.reason?.hasPrefix("Cannot start \(path): ") == true)
    #expect(supervisor.status.state.hint == "Correct the reader's program in the configuration.")
    #expect(log.withLock { $0.count } == 1)
    await onLane { supervisor.stop() }
  }

  @Test func `a program that is put in place is found`() async throws {
    let folder = try TemporaryFolder()
    let statuses = Monitor<[ReaderStatus]>([])
    let supervisor = ReaderSupervisor(
      configuration: ReaderConfiguration(
        name: "tags", station: "front", kind: .nfc, executable: folder.path("reader")),
      logger: .silent, pace: .quick, onMessage: { _ in }, onStatus: { status in statuses.update { $0.append(status) } })
    supervisor.start()
    await onLane { statuses.wait { $0.contains { $0.state.kind == .failed } ? () : nil } }
    let draft = try folder.write(
      """
      #!/bin/sh
      echo '{"type":"hello","reader":"nfc","version":1,"device":"late"}'
      echo '{"type":"state","state":"ready"}'
      cat >/dev/null

      """, to: "draft")
    #expect(chmod(draft, 0o700) == 0)
    #expect(rename(draft, folder.path("reader")) == 0)
    await onLane { statuses.wait { $0.contains { $0.state.kind == .ready && $0.device == "late" } ? () : nil } }
    await onLane { supervisor.stop() }
  }

  @Test(arguments: [2, 78, 127])
  func `a program that reports a usage error has failed, and is retried slowly`(code: Int) async throws {
    var pace = SupervisionTimeouts.quick
    pace.pauseAfterFailure = .seconds(3600)
    let script = try Script("echo 'error: no such option' >&2; exit \(code)", pace: pace)
    let failed = try await script.status(.failed)
    #expect(failed.state.reason == "The reader ended with code \(code).")
    #expect(failed.state.hint?.contains("arguments") == true)
    #expect(failed.restarts == 0)
    #expect(script.log.contains { $0.contains("no such option") })
    // The long pause does not delay the stop.
    _ = await script.stop()
  }

  @Test func `a reader of another kind is refused`() async throws {
    let script = try Script(
      "printf '{\"type\":\"hello\",\"reader\":\"camera\",\"version\":1,\"device\":\"x\"}\\n'; code x; serve")
    let failed = try await script.status(.failed)
    #expect(failed.state.reason == "The program is a reader of kind camera, not nfc.")
    #expect(script.messages.isEmpty)
  }
}

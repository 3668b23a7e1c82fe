import Glibc
import ReaderProtocol
import Readers
import TestSupport
import Testing
import Threads

// Serialised: dozens of processes and their pipes at once are a load that no station has.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct ReaderPipesTests {
  @Test func `garbage is counted, logged once, and skipped`() async throws {
    let script = try Script(
      """
      hello; ready; code one
      printf 'garbage\\n{"type":"code"\\n\\377\\376\\000\\n[1]\\n{"type":"nonsense"}\\n{"type":"code","event":"scanned"}\\n\\n'
      code two; serve
      """)
    try await script.wait(for: "the second code") { $0.codes.count == 2 ? true : nil }
    #expect(script.codes == ["one", "two"])
    #expect(script.supervisor.status.linesSkipped == 6)
    #expect(script.log.filter { $0.contains("a line was skipped") }.count == 1)
    #expect(script.supervisor.status.state.kind == .ready)
  }

  @Test func `a line of ten megabytes is skipped whole`() async throws {
    let script = try Script("hello; ready; head -c 10000000 /dev/zero | tr '\\0' x; echo; code after; serve")
    try await script.wait(for: "the code") { $0.codes.isEmpty ? nil : true }
    #expect(script.codes == ["after"])
    #expect(script.supervisor.status.linesSkipped == 1)
    #expect(script.supervisor.status.restarts == 0)
  }

  @Test func `a line that never ends is silence`() async throws {
    var pace = SupervisionTimeouts.quick
    pace.lineTimeout = .milliseconds(700)
    let script = try Script("hello; ready; cat /dev/zero", pace: pace)
    let stalled = try await script.status(.stalled)
    #expect(stalled.state.reason?.contains("It has sent nothing for 0.7 s.") == true)
    try await script.status(.ready, restarts: 1)
  }

  @Test func `a picture may be long, another line may not`() async throws {
    let picture = "printf '{\"type\":\"preview\",\"jpeg\":\"'; head -c 600000 /dev/zero | tr '\\0' A; printf '\"}\\n'"
    let long =
      "printf '{\"type\":\"result\",\"done\":true,\"of\":\"'; head -c 70000 /dev/zero | tr '\\0' A; printf '\"}\\n'"
    let script = try Script("hello; ready; \(long); \(picture); code end; serve")
    try await script.wait(for: "the code") { $0.codes.isEmpty ? nil : true }
    #expect(script.messages.contains(.preview(jpeg: [UInt8](repeating: 0, count: 450_000))))
    #expect(script.supervisor.status.linesSkipped == 1)
  }

  @Test func `a reader that floods is held back, and stops on command`() async throws {
    let start = ContinuousClock.now
    let script = try Script("hello; code x | head -c -1 > $F/x; yes \"$(cat $F/x)\"")
    try await script.wait(for: "many lines") { $0.messages.count >= 2200 ? true : nil }
    // 1000 lines at once, then 500 a second.
    #expect(ContinuousClock.now - start >= .seconds(2.4))
    #expect(script.supervisor.status.restarts == 0)
    #expect(script.log.filter { $0.contains("faster than they can be processed") }.count == 1)
    _ = await script.stop()
  }

  @Test func `a host that is slow makes the reader wait, and loses nothing`() async throws {
    var pace = SupervisionTimeouts.quick
    pace.lineTimeout = .seconds(2)
    let isFirst = Locked(true)
    let script = try Script(
      "hello; ready; for i in $(seq 1 200); do code $i; done; serve", pace: pace,
      onMessage: { message in
        guard case .code = message,
          isFirst.withLock({ first in
            defer { first = false }
            return first
          })
        else { return }
        // The test is about a slow host.
        usleep(2_500_000)
      })
    try await script.wait(for: "all codes") { $0.codes.count >= 200 ? true : nil }
    #expect(script.codes == (1...200).map { "\($0)" })
    #expect(script.supervisor.status.restarts == 0)
  }

  @Test func `its standard error goes to the log, cut and held back`() async throws {
    let script = try Script(
      """
      hello; ready
      echo 'warning tags: the chip \\033[31mis warm' >&2
      head -c 5000 /dev/zero | tr '\\0' y >&2; echo >&2
      for i in $(seq 1 500); do echo "line $i" >&2; done
      echo 'the end, without its line feed' | tr -d '\\n' >&2
      exit 1
      """)
    try await script.status(.opening, restarts: 1)
    let log = script.log
    #expect(log.contains { $0.hasPrefix("warning reader tags: tags: the chip") && !$0.contains("\u{1B}") })
    #expect(log.contains { $0.contains("yyyy") && $0.utf8.count < 1100 })
    // A burst of 50, and 5 a second after it, over all restarts.
    #expect(log.filter { $0.contains("line ") }.count < 150)
    #expect(log.contains { $0.contains("lines were left out") })
  }

  @Test func `it gets its commands, and the request for pictures again after a restart`() async throws {
    let script = try Script(
      "hello; beat; while read -r line; do code \"$(echo \"$line\" | tr -d '\"')\"; [ -e $F/once ] || { touch $F/once; exit 1; }; done"
    )
    try await script.status(.ready)
    script.supervisor.send(.preview(framesPerSecond: 4))
    try await script.wait(for: "two orders") { $0.codes.count >= 2 ? true : nil }
    #expect(script.codes.prefix(2) == ["{fps:4,type:preview}", "{fps:4,type:preview}"])
    #expect(script.supervisor.status.restarts == 1)
  }

  @Test func `a reader that takes nothing does not hold up the host`() async throws {
    let script = try Script("hello; while :; do ready; sleep 0.1; done")
    try await script.status(.ready)
    for round in 0..<20_000 { script.supervisor.send(.preview(framesPerSecond: Double(round % 60))) }
    #expect(script.supervisor.status.state.kind == .ready)
    _ = await script.stop()
  }
}

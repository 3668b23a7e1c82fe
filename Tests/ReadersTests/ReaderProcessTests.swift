import Glibc
import ReaderProtocol
import Readers
import TestSupport
import Testing
import Threads

// Serialised: dozens of processes and their pipes at once are a load that no station has.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct ReaderProcessTests {
  @Test func `stopping sends a stop command first`() async throws {
    let script = try Script(
      "hello; ready; while read -r line; do echo \"$line\" >> $F/told; done; echo end >> $F/told; exit 0")
    let process = try #require(try await script.status(.ready).process)
    _ = await script.stop()
    #expect(kill(process, 0) != 0 && errno == ESRCH)
    #expect(try contents(of: script.folder.path("told")) == "{\"type\":\"stop\"}\nend\n")
    // A second stop has no effect.
    _ = await script.stop()
  }

  @Test func `a reader that ignores everything is killed`() async throws {
    let script = try Script("trap '' TERM; hello; while :; do ready; sleep 0.1; done")
    let process = try #require(try await script.status(.ready).process)
    let took = await script.stop()
    #expect(took > .seconds(1.9))
    #expect(kill(process, 0) != 0 && errno == ESRCH)
  }

  @Test func `a supervisor that is dropped ends its reader`() async throws {
    var script: Script? = try Script("hello; serve")
    let process = try #require(try await script?.status(.ready).process)
    script = nil
    try await eventually("the end of the process") { kill(process, 0) != 0 }
  }

  @Test func `stopping inside a message does not wait for itself`() async throws {
    let supervisor = Locked<ReaderSupervisor?>(nil)
    let script = try Script("hello; ready; code now; serve", isStarted: false) { message in
      if case .code = message { supervisor.withLock { $0 }?.stop() }
    }
    supervisor.withLock { $0 = script.supervisor }
    script.supervisor.start()
    try await script.wait(for: "the end") { $0.statuses.last?.state.reason == "The reader is stopped." ? true : nil }
    supervisor.withLock { $0 = nil }
  }

  // MARK: - Inherited environment

  @Test func `it has three descriptors, no blocked signals and no secrets`() async throws {
    // Open without O_CLOEXEC, as a careless library would do it.
    let leak = dup(2)
    defer { close(leak) }
    setenv("DEADWAX_TOKEN", "secret", 1)
    defer { unsetenv("DEADWAX_TOKEN") }
    signal(SIGPIPE, SIG_IGN)
    let script = try Script(
      """
      ls /proc/self/fd | cat > $F/fd; env > $F/env
      grep -E '^Sig(Blk|Ign)' /proc/self/status > $F/signals
      ps -o pgid= -p $$ > $F/group; echo $$ >> $F/group
      hello; serve
      """, environment: ["READER_OPTION": "a b"])
    try await script.status(.ready)
    let fds = try contents(of: script.folder.path("fd"))
    // The inherited descriptors, and the one with which `ls` reads the folder.
    #expect(fds == "0\n1\n2\n3\n")
    let environment = try contents(of: script.folder.path("env"))
    #expect(environment.contains("READER_OPTION=a b\n") && environment.contains("PATH="))
    #expect(!environment.contains("secret"))
    // Signals above 31 belong to the C library.
    let signals = try contents(of: script.folder.path("signals"))
    for line in signals.split(separator: "\n") {
      let mask = try #require(UInt64(line.suffix(16), radix: 16))
      #expect(mask & 0x7FFF_FFFF == 0, "\(line)")
    }
    #expect(signals.split(separator: "\n").count == 2)
    let group = try contents(of: script.folder.path("group")).split(whereSeparator: \.isWhitespace)
    #expect(group.count == 2 && group.first == group.last)
  }

  private func contents(of path: String) throws -> String {
    guard let file = fopen(path, "r") else { throw TestFailure("\(path) is not there") }
    defer { fclose(file) }
    var buffer = [UInt8](repeating: 0, count: 100_000)
    let count = fread(&buffer, 1, buffer.count, file)
    return String(decoding: buffer.prefix(count), as: UTF8.self)
  }
}

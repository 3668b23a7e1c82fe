internal import Glibc
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ChildProgramTests {
  private func shell(_ script: String, environment: [String: String] = [:]) throws -> ChildProgram {
    try ChildProgram(path: "/bin/sh", ["-c", script], environment: environment)
  }

  @Test func `every program of the package is built beside the tests`() throws {
    for name in ["deadwaxd", "deadwax", "deadwax-reader", "deadwax-virtual", "deadwax-bench"] {
      #expect(try Repository.program(name).hasSuffix("/" + name))
    }
    #expect(throws: TestFailure.self) { try Repository.program("deadwax-none") }
  }

  @Test func `lines of both streams arrive, the last one without a line feed too`() async throws {
    let child = try shell("echo one; echo two >&2; printf three")
    #expect(try await child.exit() == .code(0))
    #expect(child.lines() == ["one", "three"])
    #expect(child.lines(on: .error) == ["two"])
  }

  @Test func `a line is waited for`() async throws {
    let child = try shell("read word; echo \"heard $word\"; exec sleep 300")
    try child.write("hello\n")
    #expect(try await child.line { $0.hasPrefix("heard") } == "heard hello")
    #expect(child.isRunning)
  }

  @Test func `a missing line fails when the program ends, with its actual output`() async throws {
    let child = try shell("echo other; echo complaint >&2")
    let failure = await #expect(throws: TestFailure.self) { try await child.line { $0 == "wanted" } }
    #expect(failure?.description.contains("other") == true)
    #expect(failure?.description.contains("complaint") == true)
  }

  @Test func `a line that comes too late fails at the limit`() async throws {
    let child = try shell("exec sleep 300")
    await #expect(throws: TestFailure.self) { try await child.line(within: .milliseconds(50)) { _ in true } }
  }

  @Test func `the port is taken from the address it prints`() async throws {
    let child = try shell("echo starting; echo 'open http://127.0.0.1:43211/setup#secret'")
    #expect(try await child.port() == 43211)
  }

  @Test func `the exit status is reported`() async throws {
    #expect(try await shell("exit 7").exit() == .code(7))
    let child = try shell("exec sleep 300")
    child.signal(SIGTERM)
    #expect(try await child.exit() == .signal(SIGTERM))
    child.signal(SIGTERM)
    await #expect(throws: TestFailure.self) { try await shell("exec sleep 300").exit(within: .milliseconds(50)) }
  }

  @Test func `the end of its input reaches it`() async throws {
    let child = try ChildProgram(path: "/bin/cat")
    try child.write("through\n")
    child.closeInput()
    #expect(try await child.exit() == .code(0))
    #expect(child.lines() == ["through"])
    #expect(throws: TestFailure.self) { try child.write("late\n") }
  }

  @Test func `writing to a program that is gone is an error and not a signal`() async throws {
    let child = try shell("exec 0<&-; echo closed; exec sleep 300")
    try await child.line { $0 == "closed" }
    #expect(throws: TestFailure.self) { try child.write("nobody\n") }
  }

  @Test func `its environment and folder are given`() async throws {
    let folder = try TemporaryFolder()
    let child = try ChildProgram(
      path: "/bin/sh", ["-c", "pwd; echo $DEADWAX_WORD"], environment: ["DEADWAX_WORD": "vinyl"], in: folder.path)
    #expect(try await child.exit() == .code(0))
    #expect(child.lines() == [folder.path, "vinyl"])
  }

  @Test func `it inherits no descriptor but its three streams`() async throws {
    let child = try shell("ls -l /proc/self/fd | grep -c '[-]> '")
    #expect(try await child.exit() == .code(0))
    // The fourth descriptor is that of the folder that ls reads.
    #expect(child.lines() == ["4"])
  }

  @Test func `its children end with it`() async throws {
    let child = try shell("sleep 300 & echo $!; wait")
    let grandchild = try #require(Int32(try await child.line { Int32($0) != nil }))
    #expect(kill(grandchild, 0) == 0)
    child.end()
    child.end()
    // A killed grandchild may stay as a zombie if no process reaps orphans.
    try await eventually("the grandchild's end") { isGone(grandchild) }
  }

  @Test func `it ends when its last owner is released`() async throws {
    var child: ChildProgram? = try shell("exec sleep 300")
    let processID = try #require(child?.processID)
    child = nil
    try await eventually("the child's end") { isGone(processID) }
  }

  @Test func `it dies with the process that started it`() async throws {
    // The spawner's method, one level further down: setpriv's child is killed when its parent is.
    let child = try shell("/usr/bin/setpriv --pdeathsig KILL -- sh -c 'echo $$; exec sleep 300' & wait")
    let grandchild = try #require(Int32(try await child.line { Int32($0) != nil }))
    child.signal(SIGKILL)
    try await eventually("the grandchild's end") { isGone(grandchild) }
  }

  @Test func `a missing program is reported as in a shell`() async throws {
    #expect(try await ChildProgram(path: "/nowhere/at-all").exit() == .code(127))
  }

  @Test func `a child that prints without end does not fill the memory`() async throws {
    let child = try shell("yes | head -n 400000; echo last")
    #expect(try await child.line { $0 == "last" } == "last")
    #expect(child.lines().count <= 100_000)
  }

  private func isGone(_ processID: Int32) -> Bool {
    if kill(processID, 0) != 0 { return true }
    guard let file = fopen("/proc/\(processID)/stat", "r") else { return true }
    defer { fclose(file) }
    var buffer = [CChar](repeating: 0, count: 256)
    guard fgets(&buffer, 256, file) != nil else { return true }
    let text = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return text.contains(") Z ")
  }
}

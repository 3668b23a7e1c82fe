import Glibc
import Readers
import TestSupport
import Testing

@Suite(.serialized, .ownThread, .timeLimit(.minutes(10)))
struct ChildProcessTests {
  @Test func `a program gets requests line by line`() throws {
    let child = try ChildProcess("/bin/cat", [])
    for text in ["one", "two", String(repeating: "x", count: 60_000)] {
      #expect(try child.request(Array("\(text)\n".utf8), answerWithin: .seconds(10)) == Array(text.utf8))
    }
    let ending = child.finish(within: .seconds(60))
    #expect(ending.code == 0 && ending.output.isEmpty && !ending.wasTooSlow)
  }

  @Test func `more than a pipe holds goes in while answers come out`() throws {
    let child = try ChildProcess("/bin/cat", [], lineLimit: 4 << 20)
    let line = [UInt8](repeating: UInt8(ascii: "y"), count: 3 << 20)
    #expect(try child.request(line + [UInt8(ascii: "\n")], answerWithin: .seconds(30)).count == line.count)
  }

  @Test func `a silent program is ended in time, with all its child processes`() async throws {
    let folder = try TemporaryFolder("deadwax-child")
    let child = try ChildProcess("/bin/sh", ["-c", "sleep 600 & echo $! > \(folder.path("pid")); echo up; wait"])
    #expect(try child.request([], answerWithin: .seconds(10)) == Array("up".utf8))
    #expect(throws: ChildProcess.Fault.silent(program: "/bin/sh")) {
      try child.request([], answerWithin: .milliseconds(200))
    }
    let pid = try #require(Int32(String(decoding: try folder.bytes("pid"), as: UTF8.self).split(separator: "\n")[0]))
    // After the kill of its group, it ends some time later, and may be a zombie until init reaps it.
    try await eventually { kill(pid, 0) != 0 || folder.isZombie(pid) }
  }

  @Test func `an ended process is reported with its last output`() throws {
    let child = try ChildProcess("/bin/sh", ["-c", "echo first >&2; echo no ink >&2; exit 9"])
    let fault = #expect(throws: ChildProcess.Fault.self) { try child.request([1, 2, 3], answerWithin: .seconds(10)) }
    #expect(fault == .ended(program: "/bin/sh", how: "ended with code 9", said: "no ink"))
    // A second request gives the same error.
    #expect(throws: ChildProcess.Fault.self) { try child.request([1], answerWithin: .seconds(1)) }
  }

  @Test func `a missing program is reported`() {
    let fault = #expect(throws: ChildProcess.Fault.self) { try ChildProcess("/nowhere/at/all", []) }
    #expect(fault?.description.hasPrefix("Cannot start /nowhere/at/all: ") == true)
  }

  @Test func `a flood of output is read and dropped`() throws {
    let child = try ChildProcess("/bin/sh", ["-c", "head -c 5000000 /dev/zero | tr '\\0' 'z'; echo said >&2; exit 4"])
    let ending = child.finish(within: .seconds(60), outputLimit: 100)
    #expect(ending.code == 4 && ending.output.utf8.count == 100)
    #expect(ending.description == "ended with code 4")
  }

  @Test func `no descriptor and no process is left behind`() throws {
    func open() throws -> Int { try Folder.count("/proc/self/fd") }
    _ = try ChildProcess("/bin/true", []).finish(within: .seconds(60))
    let before = try open()
    for _ in 0..<20 {
      _ = try ChildProcess("/bin/true", []).finish(within: .seconds(60))
      _ = try ChildProcess("/bin/cat", [])
    }
    #expect(try open() <= before)
    #expect(waitpid(-1, nil, WNOHANG) <= 0)
  }
}

private enum Folder {
  static func count(_ path: String) throws -> Int {
    guard let stream = opendir(path) else { throw TestFailure("\(path) cannot be read") }
    defer { closedir(stream) }
    var count = 0
    while readdir(stream) != nil { count += 1 }
    return count
  }
}

extension TemporaryFolder {
  fileprivate func bytes(_ name: String) throws -> [UInt8] {
    let file = open(path(name), O_RDONLY)
    guard file >= 0 else { throw TestFailure("\(name) is missing") }
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = read(file, &buffer, buffer.count)
    return Array(buffer.prefix(max(0, count)))
  }

  fileprivate func isZombie(_ pid: Int32) -> Bool {
    let file = open("/proc/\(pid)/stat", O_RDONLY)
    guard file >= 0 else { return true }
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: 200)
    let count = read(file, &buffer, buffer.count)
    return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self).contains(") Z ")
  }
}

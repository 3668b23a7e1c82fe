internal import Glibc

/// A dedicated thread that runs one function. Blocking C calls belong on a lane, never on the shared thread pool.
package final class DedicatedThread: Sendable {
  private let finished = Latch()

  /// Starts the thread at once.
  ///
  /// - Parameters:
  ///   - name: the thread's name in `ps -T`. The kernel stores its first 15 bytes.
  ///   - body: the function, which runs once on the new thread. The lane ends when it returns.
  package init(_ name: String, _ body: @escaping @Sendable () -> Void) {
    let start = Start(name: String(name.utf8.prefix(15)) ?? "lane", body: body, finished: finished)
    var thread = pthread_t()
    let code = pthread_create(&thread, nil, runLane, Unmanaged.passRetained(start).toOpaque())
    precondition(code == 0, "pthread_create failed with \(code)")
    pthread_detach(thread)
  }

  /// Waits until the body has returned. Must not be called from the lane itself.
  package func join() { finished.wait() }
}

private final class Start: Sendable {
  let name: String
  let body: @Sendable () -> Void
  let finished: Latch

  init(name: String, body: @escaping @Sendable () -> Void, finished: Latch) {
    self.name = name
    self.body = body
    self.finished = finished
  }
}

// This is a file-scope function, since a closure created in an isolated context would trap when another thread runs it.
private func runLane(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let argument else { return nil }
  let start = Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
  nameThread(start.name)
  start.body()
  start.finished.raise()
  return nil
}

/// Sets the name of the calling thread. `pthread_setname_np(3)` is a GNU extension that Swift does not import, so this
/// writes to the file in /proc.
private func nameThread(_ name: String) {
  let file = open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
  guard file >= 0 else { return }
  var name = name
  name.withUTF8 { _ = write(file, $0.baseAddress, $0.count) }
  close(file)
}

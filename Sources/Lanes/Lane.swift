internal import Glibc

/// A thread of its own that runs one function: blocking C calls belong on a lane, never on the shared pool.
package final class Lane: Sendable {
  private let finished = Signal()

  /// Starts the thread at once.
  ///
  /// - Parameters:
  ///   - name: what `ps -T` shows; the kernel keeps the first 15 bytes.
  ///   - body: runs once on the new thread; the lane has ended when it returns.
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

/// Something that happens once, and can be waited for by any number of threads.
package final class Signal: Sendable {
  private let raised = Condition(false)

  package init() {}

  package func raise() { raised.update { $0 = true } }

  package func wait() { raised.wait { $0 ? () : nil } }

  /// Waits at most so long, and tells whether it happened.
  package func wait(atMost limit: Duration) -> Bool { raised.wait(atMost: limit) { $0 ? true : nil } ?? false }

  package var isRaised: Bool { raised.read { $0 } }
}

private final class Start: Sendable {
  let name: String
  let body: @Sendable () -> Void
  let finished: Signal

  init(name: String, body: @escaping @Sendable () -> Void, finished: Signal) {
    self.name = name
    self.body = body
    self.finished = finished
  }
}

// A file-scope function: a closure made in an isolated context would trap when another thread runs it.
private func runLane(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let argument else { return nil }
  let start = Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
  nameThread(start.name)
  start.body()
  start.finished.raise()
  return nil
}

/// pthread_setname_np(3) is a GNU extension that Swift does not import; the kernel takes the name through this file too.
private func nameThread(_ name: String) {
  let file = open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
  guard file >= 0 else { return }
  var name = name
  name.withUTF8 { _ = write(file, $0.baseAddress, $0.count) }
  close(file)
}

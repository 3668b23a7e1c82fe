internal import CMicroHTTPD
internal import Glibc
internal import Threads

/// A connection and the current request on it.
///
/// The phases of a request: idle → receiving → handling → (suspended →) answered → sending → idle. A reply may arrive
/// at any time from any thread. It is accepted once, and only while its own request is handled or suspended.
final class HTTPConnection: @unchecked Sendable {
  // Sendable is sound: `incoming` and `handle` are used only in libmicrohttpd's callbacks for this connection, which
  // run on one thread. Everything else is constant or guarded.
  enum Phase {
    case idle, receiving, handling, suspended, sending, closed
    case answered(HTTPResponse)
  }

  struct State {
    var phase = Phase.idle
    /// The number of the current request on this connection. It prevents a late reply from answering the next request.
    var serial = 0
    /// The deadline of the current phase.
    var deadline = Moment.never
    /// The time at which the server began to wait for the client.
    var waitingSince = Moment.now
    var stream: EventStream?
  }

  let peer: PeerAddress
  private let socket: Int32
  private let handle: OpaquePointer
  private let state: Locked<State>

  /// The request while it is received.
  var incoming = IncomingRequest()

  /// - Parameters:
  ///   - handle: libmicrohttpd's connection, valid until `close`.
  ///   - deadline: the time by which the first header must be complete.
  init(_ handle: OpaquePointer, deadline: Moment) {
    self.handle = handle
    socket = deadwax_mhd_socket(handle)
    peer = PeerAddress(deadwax_mhd_peer(handle))
    state = Locked(State(deadline: deadline))
  }

  /// Begins a request, after its request line has arrived.
  func begin(_ target: UnsafeBufferPointer<CChar>, deadline: Moment) {
    incoming = IncomingRequest(target: target)
    state.withLock { state in
      state.phase = .receiving
      state.waitingSince = .now
      state.serial += 1
      state.deadline = deadline
    }
  }

  /// Sets the deadline of the body, after the header is complete.
  func expectBody(by deadline: Moment) { state.withLock { $0.deadline = deadline } }

  /// Begins the handling of the complete request. From now on a reply is accepted.
  ///
  /// - Returns: the number that the reply must pass to `answer`.
  func handOver(deadline: Moment) -> Int {
    state.withLock { state in
      state.phase = .handling
      state.deadline = deadline
      return state.serial
    }
  }

  /// The state of the request after its handler has returned.
  enum Outcome {
    case response(HTTPResponse)
    /// The connection is suspended. libmicrohttpd calls again after the reply.
    case suspended
    /// There is no reply, and the server does not wait any longer.
    case unanswered
  }

  /// Takes the response after the handler has returned, or suspends the connection until there is one.
  ///
  /// - Parameter suspending: a function that returns false if the server must not wait any longer.
  /// - Returns: the response, or the state of the request without one.
  func takeResponseOrSuspend(suspending: () -> Bool) -> Outcome {
    state.withLock { state in
      if case .answered(let response) = state.phase { return .response(response) }
      guard suspending() else { return .unanswered }
      // This runs under the lock that `answer` takes, so `answer` finds either no suspension or one that it can end.
      MHD_suspend_connection(handle)
      state.phase = .suspended
      return .suspended
    }
  }

  /// Returns the response of a connection that was resumed.
  func takeResponse() -> HTTPResponse? {
    state.withLock { state in
      guard case .answered(let response) = state.phase else { return nil }
      return response
    }
  }

  /// Answers the request with that number, once. It may be called on any thread.
  func answer(_ serial: Int, _ response: HTTPResponse) {
    let isTaken = state.withLock { state in
      guard state.serial == serial else { return false }
      switch state.phase {
      case .handling:
        state.phase = .answered(response)
      case .suspended:
        state.phase = .answered(response)
        state.deadline = .never
        MHD_resume_connection(handle)
      default:
        return false
      }
      return true
    }
    if !isTaken, case .stream(let stream) = response.body { stream.finish() }
  }

  /// Answers the request if it is suspended.
  func answerIfSuspended(_ response: @autoclosure () -> HTTPResponse) {
    let serial = state.withLock { state -> Int? in
      if case .suspended = state.phase { return state.serial }
      return nil
    }
    if let serial { answer(serial, response()) }
  }

  /// Begins the sending of the response.
  func send(by deadline: Moment, stream: EventStream?) {
    state.withLock { state in
      state.phase = .sending
      state.deadline = deadline
      state.stream = stream
    }
  }

  /// Ends the request, after its response was sent or has failed.
  func complete(deadline: Moment) {
    incoming = IncomingRequest()
    state.withLock { state in
      state.phase = .idle
      state.waitingSince = .now
      state.deadline = deadline
      state.stream = nil
    }
  }

  /// Marks the connection as closed, just before libmicrohttpd closes the socket. After this call nothing uses the
  /// socket.
  func close() {
    state.withLock { state in
      state.phase = .closed
      state.deadline = .never
      state.stream = nil
    }
  }

  /// Shuts both directions of the socket down, so that libmicrohttpd closes the connection.
  func cut() {
    state.withLock { state in
      if case .closed = state.phase { return }
      shutdown(socket, Int32(SHUT_RDWR))
    }
  }

  /// The action that is due on a connection at a given time.
  enum Overdue { case nothing, reply, cut }

  func overdue(at now: Moment) -> Overdue {
    state.withLock { state in
      guard state.deadline <= now else { return .nothing }
      if case .suspended = state.phase { return .reply }
      return .cut
    }
  }

  /// Returns the time since which the connection only waits for the client.
  ///
  /// - Parameter late: a request that began to arrive before this time counts as waiting.
  /// - Returns: nil if a request is in progress.
  func waitsSince(late: Moment) -> Moment? {
    state.withLock { state in
      switch state.phase {
      case .idle: state.waitingSince
      case .receiving where state.waitingSince < late: state.waitingSince
      default: nil
      }
    }
  }

  /// True if a request is in progress.
  var isBusy: Bool {
    state.withLock { state in
      switch state.phase {
      case .idle, .closed, .receiving: false
      case .handling, .suspended, .sending, .answered: true
      }
    }
  }

  var stream: EventStream? { state.withLock { $0.stream } }

  /// True if the client of a stream has closed its end. libmicrohttpd does not detect it while the connection is
  /// suspended.
  var isGone: Bool {
    state.withLock { state in
      guard state.stream != nil, case .sending = state.phase else { return false }
      var byte: UInt8 = 0
      let count = recv(socket, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT))
      return count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)
    }
  }
}

internal import CMicroHTTPD
internal import Glibc
internal import Lanes

/// One connection and the request that is under way on it.
///
/// The way of a request: idle → receiving → handling → (suspended →) answered → sending → idle. A reply may come at
/// any moment of any thread; it counts once, and only while its own request is handled or suspended.
final class Connection: @unchecked Sendable {
  // Sendable is sound: `incoming` and `handle` are touched only in the library's callbacks for this connection, which
  // come from one thread; everything else is constant or guarded.
  enum Phase {
    case idle, receiving, handling, suspended, sending, closed
    case answered(HTTPResponse)
  }

  struct State {
    var phase = Phase.idle
    /// Counts the requests of this connection, so that a late reply cannot answer the next one.
    var serial = 0
    /// When what is under way must be over.
    var deadline = Moment.never
    var stream: EventStream?
  }

  let peer: PeerAddress
  private let socket: Int32
  private let handle: OpaquePointer
  private let state: Guarded<State>

  /// The request as it comes in.
  var incoming = Incoming()

  /// - Parameters:
  ///   - handle: the library's connection, valid until `close`.
  ///   - deadline: when its first header must be whole.
  init(_ handle: OpaquePointer, deadline: Moment) {
    self.handle = handle
    socket = deadwax_mhd_socket(handle)
    peer = PeerAddress(deadwax_mhd_peer(handle))
    state = Guarded(State(deadline: deadline))
  }

  /// A request line has come.
  func begin(_ target: UnsafeBufferPointer<CChar>, deadline: Moment) {
    incoming = Incoming(target: target)
    state.withLock { state in
      state.phase = .receiving
      state.serial += 1
      state.deadline = deadline
    }
  }

  /// The header is whole and a body follows.
  func expectBody(by deadline: Moment) { state.withLock { $0.deadline = deadline } }

  /// The request is whole: from now on a reply counts.
  ///
  /// - Returns: the number that the reply must bring.
  func handOver(deadline: Moment) -> Int {
    state.withLock { state in
      state.phase = .handling
      state.deadline = deadline
      return state.serial
    }
  }

  /// What the return of a handler leaves to do.
  enum Outcome {
    case response(HTTPResponse)
    /// The library calls again when the reply has come.
    case suspended
    /// No reply yet, and no more waiting.
    case unanswered
  }

  /// After the handler has returned: takes its response, or suspends the connection until there is one.
  ///
  /// - Parameter suspending: false when the server must not wait any more.
  /// - Returns: what there is to do.
  func takeResponseOrSuspend(suspending: () -> Bool) -> Outcome {
    state.withLock { state in
      if case .answered(let response) = state.phase { return .response(response) }
      guard suspending() else { return .unanswered }
      // Under the lock that `answer` takes: it finds either no suspension yet, or one that it may end.
      MHD_suspend_connection(handle)
      state.phase = .suspended
      return .suspended
    }
  }

  /// The response of a connection that was resumed.
  func takeResponse() -> HTTPResponse? {
    state.withLock { state in
      guard case .answered(let response) = state.phase else { return nil }
      return response
    }
  }

  /// Answers the request of that number, once. Any thread.
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

  /// Answers whatever is suspended.
  func answerIfSuspended(_ response: @autoclosure () -> HTTPResponse) {
    let serial = state.withLock { state -> Int? in
      if case .suspended = state.phase { return state.serial }
      return nil
    }
    if let serial { answer(serial, response()) }
  }

  /// The response goes out.
  func send(by deadline: Moment, stream: EventStream?) {
    state.withLock { state in
      state.phase = .sending
      state.deadline = deadline
      state.stream = stream
    }
  }

  /// The response is out, or has failed.
  func complete(deadline: Moment) {
    incoming = Incoming()
    state.withLock { state in
      state.phase = .idle
      state.deadline = deadline
      state.stream = nil
    }
  }

  /// The socket is about to be closed by the library; after this nobody touches it.
  func close() {
    state.withLock { state in
      state.phase = .closed
      state.deadline = .never
      state.stream = nil
    }
  }

  /// Makes both directions end, so that the library closes the connection.
  func cut() {
    state.withLock { state in
      if case .closed = state.phase { return }
      shutdown(socket, Int32(SHUT_RDWR))
    }
  }

  /// What has to be done about a connection at some moment.
  enum Overdue { case nothing, reply, cut }

  func overdue(at now: Moment) -> Overdue {
    state.withLock { state in
      guard state.deadline <= now else { return .nothing }
      if case .suspended = state.phase { return .reply }
      return .cut
    }
  }

  /// A request is under way.
  var isBusy: Bool {
    state.withLock { state in
      switch state.phase {
      case .idle, .closed, .receiving: false
      case .handling, .suspended, .sending, .answered: true
      }
    }
  }

  var stream: EventStream? { state.withLock { $0.stream } }

  /// The other side of a stream has closed its end. The library does not see it while the connection is suspended.
  var isGone: Bool {
    state.withLock { state in
      guard state.stream != nil, case .sending = state.phase else { return false }
      var byte: UInt8 = 0
      let count = recv(socket, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT))
      return count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)
    }
  }
}

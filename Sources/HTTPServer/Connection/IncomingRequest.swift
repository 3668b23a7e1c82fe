/// A request while it is received.
struct IncomingRequest {
  enum Stage {
    /// The request line has arrived.
    case target
    /// The header has arrived and was accepted.
    case body
    /// The handler was called.
    case handled
    /// A response was queued.
    case queued
  }

  var stage = Stage.target
  var target: [UInt8] = []
  private(set) var targetEnd: UnsafePointer<CChar>?
  var fields = HeaderFields()
  var request: Accepted?

  /// The response to a refused header, sent after the request is complete.
  var refusal: HTTPResponse?
  var body: [UInt8] = []

  /// The receiver of the body in place of `body`; nil for a body in memory.
  var receiver: (any BodyReceiver)?

  /// The time by which a body with a receiver must have ended, however steadily it arrives.
  var bodyEnd = Moment.never

  /// The number of bytes that were taken from the memory of large bodies.
  var taken = 0

  /// True if the client used TLS, here or to a trusted proxy.
  var isEncrypted = false

  /// The number of body bytes received so far, stored or not.
  var count = 0

  init() {}

  /// - Parameter target: the target in libmicrohttpd's buffer, valid until the header is complete.
  init(target: UnsafeBufferPointer<CChar>) {
    self.target = target.withMemoryRebound(to: UInt8.self) { Array($0) }
    targetEnd = target.baseAddress.map { $0 + target.count }
  }

  /// The content of an accepted header.
  struct Accepted {
    let method: Method
    let target: RequestTarget
    let route: Route
    let parameters: PathParameters
    let isForwarded: Bool
  }

  /// Stores a part of the body while it is within the limit of its route. Beyond the limit it only counts the bytes.
  mutating func append(_ part: UnsafeRawBufferPointer) {
    count += part.count
    guard let limit = request?.route.bodyLimit else { return }
    if let receiver {
      if count <= limit { receiver.take(part) } else { receiver.discard() }
    } else if count <= limit {
      body.append(contentsOf: part)
    } else {
      body = []
    }
  }

  var isTooLarge: Bool { count > request?.route.bodyLimit ?? 0 }
}

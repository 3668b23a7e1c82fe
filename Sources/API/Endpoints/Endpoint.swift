package import Catalogue
package import HTTPServer
package import Wire

/// One operation of the API: a method and a path, with everything that holds for it before its own rules.
///
/// `HTTPAPI.route(of:)` makes it a route of the server. It checks the role, the query, the precondition and the
/// idempotency key there, in this order, for every operation.
package struct Endpoint: Sendable {
  package let method: Method

  /// The path pattern, such as `/api/v1/scans/{id}`.
  package let pattern: String

  /// The lowest role of a caller; nil if no token is needed.
  package let role: Role?

  /// The names in the query. A request with another name is refused.
  package let query: Set<String>

  package let content: Content
  package let precondition: Precondition
  package let idempotency: Idempotency
  package let queue: Queue

  /// The maximum size of a body in bytes.
  package let bodyLimit: Int

  /// A function that opens the receiver of a body; nil for a body in memory.
  let reception: Reception?

  let answer: Answer

  /// Opens the receiver of a body with the announced length, if there is one. An error is the response.
  typealias Reception = @Sendable (_ length: Int?) throws -> any BodyReceiver

  /// The kind of content in a successful response.
  package enum Content: Sendable {
    /// One resource, with an `ETag`. A client that has it gets 304.
    case record
    /// A page of a list, with `limit` and `cursor` in the query.
    case list
    /// Such a page whose content does not depend on the time. It is cached until the next write to one of the tables
    /// that the requested page is read from.
    case cachedList(from: @Sendable (_ request: HTTPRequest) -> ListTables?)
    /// A short list that is always complete.
    case wholeList
    /// Any other content, such as a file, a stream or the result of an action.
    case other
  }

  /// The use of `If-Match` (RFC 9110, 13.1.1).
  package enum Precondition: Sendable {
    case none
    /// The version is checked if it is sent.
    case accepted
    /// A request without `If-Match` is refused.
    case required
  }

  /// The protection against a request that is carried out twice.
  package enum Idempotency: Sendable {
    /// The operation changes nothing, or a repetition changes nothing more.
    case natural
    /// An `Idempotency-Key` is accepted. A repeated request gets the stored response.
    case key
    /// Such a key for a body with a secret. No digest of it is stored that could help to guess it.
    case keyOfSecret
    /// An `Idempotency-Key` is accepted, and the record that it makes is the protection.
    case record
  }

  /// The queue on which the answer is computed.
  package enum Queue: Sendable {
    /// None: the server's thread computes it, or begins work that does not block.
    case immediate
    /// None likewise, for an answer that may be ready only after minutes.
    case patient
    /// The queue for requests that may block.
    case worker
    /// The same queue, for an undo: that of a large change goes on beside the queue, for minutes.
    case undo
    /// The queue for requests that may take minutes, one at a time.
    case long
    /// The queue for counts of whole tables, which take a moment, one after the other. Many may wait.
    case counts
    /// The queue for replicas. A station waits there once.
    case replicas
    /// The queue for labels: drawing takes a moment.
    case labels
    /// The queue for attachments: pictures are rewritten.
    case attachments
  }

  /// A function that computes the response.
  enum Answer: Sendable {
    case now(@Sendable (_ request: HTTPRequest, _ call: Call) throws -> HTTPResponse)
    /// A function that begins the work and returns. It calls `done` once, from any thread, unless it throws.
    case later(@Sendable (_ request: HTTPRequest, _ call: Call, _ done: Completion) throws -> Void)
    /// Such a function with its own response to a repeated request, made from the stored one.
    case replaying(
      @Sendable (_ request: HTTPRequest, _ stored: HTTPResponse) -> HTTPResponse,
      @Sendable (_ request: HTTPRequest, _ call: Call, _ done: Completion) throws -> Void)
  }

  init(
    _ method: Method, _ pattern: String, needs role: Role?, query: Set<String> = [], returns content: Content = .other,
    ifMatch precondition: Precondition = .none, repeats idempotency: Idempotency = .natural, on queue: Queue? = nil,
    bodyLimit: Int? = nil, into reception: Reception? = nil,
    _ answer: @escaping @Sendable (HTTPRequest, Call) throws -> HTTPResponse
  ) {
    self.init(
      method, pattern, needs: role, query: query, returns: content, ifMatch: precondition, repeats: idempotency,
      on: queue ?? (method == .get ? .immediate : .worker), bodyLimit: bodyLimit, into: reception,
      answer: .now(answer))
  }

  init(
    _ method: Method, _ pattern: String, needs role: Role?, query: Set<String> = [], returns content: Content = .other,
    ifMatch precondition: Precondition = .none, repeats idempotency: Idempotency = .natural, on queue: Queue,
    bodyLimit: Int? = nil, into reception: Reception? = nil, answer: Answer
  ) {
    self.method = method
    self.pattern = pattern
    self.role = role
    self.query =
      switch content {
      case .list, .cachedList: query.union(["limit", "cursor"])
      case .record, .wholeList, .other: query
      }
    self.content = content
    self.precondition = precondition
    self.idempotency = idempotency
    self.queue = queue
    self.bodyLimit = bodyLimit ?? (method == .get ? 0 : Self.jsonLimit)
    self.reception = reception
    self.answer = answer
  }

  /// The maximum body size in bytes of an operation that accepts JSON.
  static let jsonLimit = 64 * 1024
}

package import HTTPClient

/// The way of a request to a catalogue and of its response. A test replaces it with a function.
package struct CatalogueTransport: Sendable {
  /// Sends a request, and blocks until its response is complete.
  let send: @Sendable (HTTPClientRequest, HTTPClientCancellation) -> Result<HTTPClientResponse, HTTPClientError>

  /// - Parameter send: sends a request, and blocks until its response is complete or the request is cancelled.
  package init(
    _ send:
      @escaping @Sendable (HTTPClientRequest, HTTPClientCancellation) -> Result<
        HTTPClientResponse, HTTPClientError
      >
  ) {
    self.send = send
  }

  /// - Parameter http: the HTTP client, with its time-outs and its limit for a body.
  package init(_ http: HTTPClient) {
    self.init { request, cancellation in
      do throws(HTTPClientError) {
        return .success(try http.send(request, cancellation: cancellation))
      } catch {
        return .failure(error)
      }
    }
  }

  /// Returns a way on which each request has a connection of its own. libcurl sends a request once more if a retained
  /// connection ends, without a pause between the two.
  ///
  /// - Parameter client: makes an HTTP client without connections.
  /// - Returns: the way.
  package static func separate(_ client: @escaping @Sendable () -> HTTPClient) -> CatalogueTransport {
    CatalogueTransport { request, cancellation in CatalogueTransport(client()).send(request, cancellation) }
  }
}

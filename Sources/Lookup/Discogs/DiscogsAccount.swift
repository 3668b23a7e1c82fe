internal import Secrets
internal import Threads

/// The library's account at Discogs: whether there is a token, whose it is, and the file of a token that people enter.
/// The token itself never leaves this type.
package final class DiscogsAccount: Sendable {
  /// The place where the token in use comes from. The token that was given at the start takes precedence.
  package enum Source: String, Hashable, Sendable {
    case none
    /// A credential, file or setting at the start of the hub.
    case start
    /// The file of a token that people have entered.
    case page
  }

  /// The account as people see it.
  package struct View: Hashable, Sendable {
    package var source: Source
    /// The user at Discogs whom the token belongs to; nil if it is unknown.
    package var user: String?
    /// The reason that the user is unknown.
    package var problem: LookupError?

    package init(source: Source, user: String?, problem: LookupError?) {
      self.source = source
      self.user = user
      self.problem = problem
    }
  }

  /// The reason that a token was not stored.
  package enum Refusal: Error, Hashable, Sendable {
    /// The text cannot be a token.
    case form
    /// The hub was started with a token.
    case given
    /// Discogs has refused it, or did not answer.
    case discogs(LookupError)
    /// The file cannot be written; the reason.
    case notWritten(String)
  }

  private let client: DiscogsClient
  private let file: String
  private let isGiven: Bool
  private let queue = SerialQueue("account at Discogs", limit: 8)
  /// The newest answer about a token.
  private let known = Locked<(token: String, view: View, at: ContinuousClock.Instant)?>(nil)

  /// The time for which Discogs is not asked again after it did not answer.
  private static let patience = Duration.seconds(60)

  /// - Parameters:
  ///   - client: the Discogs client. Its owner closes it before `stop`.
  ///   - file: the file of the token that people enter.
  ///   - isGiven: true if the hub was started with a token.
  package init(client: DiscogsClient, file: String, isGiven: Bool) {
    self.client = client
    self.file = file
    self.isGiven = isGiven
  }

  /// Begins to find out whose the token is. Discogs is asked once for a token.
  ///
  /// - Parameter done: called once, on another thread.
  /// - Returns: false if too many requests wait; `done` is then not called.
  package func begin(_ done: @escaping @Sendable (View) -> Void) -> Bool {
    queue.add { [self] in done(view()) }
  }

  /// Begins to read the folders of the collection of the token's owner.
  ///
  /// - Parameter done: called once, on another thread, with the user at Discogs and the folders, or the reason that
  ///   Discogs did not answer.
  /// - Returns: false if too many requests wait; `done` is then not called.
  package func beginFolders(
    _ done: @escaping @Sendable (Result<(user: String, folders: [DiscogsFolder]), LookupError>) -> Void
  ) -> Bool {
    queue.add { [self] in
      do throws(LookupError) {
        done(.success(try folders()))
      } catch {
        done(.failure(error))
      }
    }
  }

  /// Begins to store a token, after Discogs has accepted it.
  ///
  /// - Parameters:
  ///   - token: the token, in place of the one before.
  ///   - done: called once, on another thread.
  /// - Returns: false if too many requests wait; `done` is then not called.
  package func begin(
    storing token: String, done: @escaping @Sendable (Result<View, Refusal>) -> Void
  ) -> Bool {
    queue.add { [self] in
      do throws(Refusal) {
        done(.success(try store(token)))
      } catch {
        done(.failure(error))
      }
    }
  }

  /// Removes the token that people have entered. Without one, it does nothing.
  ///
  /// - Throws: `Refusal.notWritten`.
  package func remove() throws(Refusal) {
    known.withLock { $0 = nil }
    do throws(SecretsError) {
      try SecretFile.remove(file)
    } catch {
      throw .notWritten("\(error)")
    }
  }

  /// Waits for the request that is under way.
  package func stop() { queue.stop() }

  private func folders() throws(LookupError) -> (user: String, folders: [DiscogsFolder]) {
    let view = view()
    if let problem = view.problem { throw problem }
    guard let user = view.user else { throw .missingToken }
    return (user, try client.folders(of: user))
  }

  private func view() -> View {
    let source: Source = isGiven ? .start : client.currentToken == nil ? .none : .page
    guard let token = client.currentToken else { return View(source: source, user: nil, problem: nil) }
    let now = ContinuousClock.now
    if let known = known.withLock(\.self), known.token == token,
      known.view.user != nil || now - known.at < Self.patience
    {
      return known.view
    }
    var view = View(source: source, user: nil, problem: nil)
    do throws(LookupError) {
      view.user = try client.identity()
    } catch {
      view.problem = error
    }
    known.withLock { [view] in $0 = (token, view, now) }
    return view
  }

  private func store(_ text: String) throws(Refusal) -> View {
    let token: String
    do throws(LookupError) {
      token = try DiscogsToken.text(text).read()
    } catch {
      throw .form
    }
    guard !isGiven else { throw .given }
    let user: String
    do throws(LookupError) {
      user = try client.identity(of: token)
    } catch {
      throw .discogs(error)
    }
    do throws(SecretsError) {
      try SecretFile.write(token, to: file)
    } catch {
      throw .notWritten("\(error)")
    }
    let view = View(source: .page, user: user, problem: nil)
    known.withLock { $0 = (token, view, .now) }
    return view
  }
}

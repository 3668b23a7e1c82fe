import Foundation
import HTTPClient
import Lookup
import TestSupport
import Testing
import Threads

/// Tests of the token for Discogs that people enter.
@Suite(.timeLimit(.minutes(5)))
struct DiscogsAccountTests {
  private let folder: TemporaryFolder
  private let lists: DiscogsLists

  init() throws {
    folder = try TemporaryFolder("deadwax-token", inMemory: true)
    lists = try DiscogsLists()
  }

  private var file: String { folder.path("discogs-token") }

  private func account(_ token: DiscogsToken? = nil) -> DiscogsAccount {
    DiscogsAccount(
      client: DiscogsClient(
        baseURL: lists.url, token: token ?? .file(file), http: HTTPClient(userAgent: "Deadwax-test/1")), file: file,
      isGiven: token != nil)
  }

  private func view(_ account: DiscogsAccount) -> DiscogsAccount.View? {
    let answer = Monitor<DiscogsAccount.View?>(nil)
    #expect(account.begin { view in answer.update { $0 = view } })
    return answer.wait(atMost: .seconds(60)) { $0 }
  }

  private func store(
    _ token: String, in account: DiscogsAccount
  ) -> Result<DiscogsAccount.View, DiscogsAccount.Refusal>? {
    let answer = Monitor<Result<DiscogsAccount.View, DiscogsAccount.Refusal>?>(nil)
    #expect(account.begin(storing: token) { result in answer.update { $0 = result } })
    return answer.wait(atMost: .seconds(60)) { $0 }
  }

  @Test func `a token is stored for its owner alone after Discogs has said whose it is`() throws {
    let account = account()
    defer { account.stop() }
    #expect(view(account) == DiscogsAccount.View(source: .none, user: nil, problem: nil))
    let stored = store(" demo\n", in: account)
    #expect(stored == .success(DiscogsAccount.View(source: .page, user: "some one", problem: nil)))
    let facts = try FileManager.default.attributesOfItem(atPath: file)
    #expect((facts[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "demo\n")
    #expect(view(account)?.user == "some one")
    // Discogs was asked once.
    #expect(lists.contents.withLock { $0.requests } == ["GET /oauth/identity"])
    try account.remove()
    #expect(view(account)?.source == DiscogsAccount.Source.none)
    try account.remove()
  }

  @Test func `a token that Discogs refuses, or a text in another form, leaves the token before`() throws {
    let account = account()
    defer { account.stop() }
    _ = store("demo", in: account)
    #expect(store("another1", in: account) == .failure(.discogs(.invalidToken)))
    for text in ["", "ab", "two words", "a-b-c-d", String(repeating: "x", count: 201)] {
      #expect(store(text, in: account) == .failure(.form))
    }
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "demo\n")
  }

  @Test func `a token that was given at the start takes precedence`() {
    let account = account(.text("demo"))
    defer { account.stop() }
    #expect(view(account) == DiscogsAccount.View(source: .start, user: "some one", problem: nil))
    #expect(store("demo", in: account) == .failure(.given))
    #expect(!FileManager.default.fileExists(atPath: file))
  }
}

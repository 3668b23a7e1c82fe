import Testing
import Wire

@Suite(.timeLimit(.minutes(5)))
struct PercentEncodingTests {
  @Test func `all bytes but the unreserved characters are encoded`() {
    #expect(PercentEncoding.encoded("aZ09-._~") == "aZ09-._~")
    #expect(PercentEncoding.encoded("a b/c?d#e%\n") == "a%20b%2Fc%3Fd%23e%25%0A")
    #expect(PercentEncoding.encoded("Björk") == "Bj%C3%B6rk")
    #expect(PercentEncoding.encoded("") == "")
  }
}

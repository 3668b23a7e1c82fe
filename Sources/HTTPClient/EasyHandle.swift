internal import CCurl
internal import Glibc

/// A libcurl easy handle with its open connections. Only one thread may use it at a time.
struct EasyHandle: ~Copyable {
  private let curl: UnsafeMutableRawPointer

  /// - Throws: `failed` when libcurl is out of memory (`curl_easy_init`).
  init() throws(HTTPClientError) {
    guard libraryIsReady, let curl = curl_easy_init() else {
      throw .failed(code: Int(CURLE_FAILED_INIT.rawValue), call: "curl_easy_init", reason: "libcurl cannot start")
    }
    self.curl = curl
  }

  deinit { curl_easy_cleanup(curl) }

  /// Resets the options of the last request and retains the connections (`curl_easy_reset`).
  func reset() { curl_easy_reset(curl) }

  func set(_ option: CURLoption, _ value: Int) throws(HTTPClientError) {
    try check(deadwax_curl_set_number(curl, option, value), option)
  }

  func set(_ option: CURLoption, size: Int) throws(HTTPClientError) {
    try check(deadwax_curl_set_size(curl, option, curl_off_t(size)), option)
  }

  /// Sets a text option. libcurl copies the text.
  func set(_ option: CURLoption, _ text: String) throws(HTTPClientError) {
    try check(deadwax_curl_set_text(curl, option, text), option)
  }

  /// Sets a pointer option. The pointer must stay valid until the transfer has ended.
  func set(_ option: CURLoption, _ pointer: UnsafeMutableRawPointer?) throws(HTTPClientError) {
    try check(deadwax_curl_set_pointer(curl, option, pointer), option)
  }

  /// Sets a list option. The list must stay valid until the transfer has ended.
  func set(_ option: CURLoption, list: UnsafeMutablePointer<curl_slist>?) throws(HTTPClientError) {
    try check(deadwax_curl_set_list(curl, option, list), option)
  }

  /// Passes the received header lines and body bytes to the transfer, which must outlive `perform`.
  func deliver(to transfer: Transfer) throws(HTTPClientError) {
    let argument = Unmanaged.passUnretained(transfer).toOpaque()
    try check(deadwax_curl_set_data(curl, CURLOPT_HEADERFUNCTION, receiveHeader), CURLOPT_HEADERFUNCTION)
    try set(CURLOPT_HEADERDATA, argument)
    try check(deadwax_curl_set_data(curl, CURLOPT_WRITEFUNCTION, receiveBody), CURLOPT_WRITEFUNCTION)
    try set(CURLOPT_WRITEDATA, argument)
    try check(deadwax_curl_set_progress(curl, CURLOPT_XFERINFOFUNCTION, watchProgress), CURLOPT_XFERINFOFUNCTION)
    try set(CURLOPT_XFERINFODATA, argument)
    try set(CURLOPT_NOPROGRESS, 0)
  }

  /// Runs the request and blocks until it has ended (`curl_easy_perform`).
  ///
  /// - Parameter host: the host name for the error message.
  /// - Throws: the reason why no complete response was received.
  func perform(host: String) throws(HTTPClientError) {
    let code = withoutBrokenPipe { curl_easy_perform(curl) }
    guard code != CURLE_OK else { return }
    throw error(code, host: host)
  }

  private func error(_ code: CURLcode, host: String) -> HTTPClientError {
    let reason = String(cString: curl_easy_strerror(code))
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST: return .unknownHost(host)
    case CURLE_COULDNT_RESOLVE_PROXY: return .unknownHost("of the proxy")
    case CURLE_COULDNT_CONNECT:
      return [ENETUNREACH, EHOSTUNREACH, ENETDOWN, EHOSTDOWN].contains(systemError) ? .unreachable : .refused
    case CURLE_OPERATION_TIMEDOUT: return .timeout(isConnected ? .answering : .connecting)
    case CURLE_FILESIZE_EXCEEDED: return .tooLarge(.body, limit: 0)
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
      CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_USE_SSL_FAILED, CURLE_SSL_INVALIDCERTSTATUS:
      return .tls(reason)
    case CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING: return .cutOff
    case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_BAD_CONTENT_ENCODING, CURLE_HTTP2,
      CURLE_HTTP2_STREAM:
      return .malformed(reason)
    case CURLE_ABORTED_BY_CALLBACK: return .cancelled
    default: return .failed(code: Int(code.rawValue), call: "curl_easy_perform", reason: reason)
    }
  }

  private var systemError: CInt {
    var number = 0
    return deadwax_curl_get_number(curl, CURLINFO_OS_ERRNO, &number) == CURLE_OK ? CInt(truncatingIfNeeded: number) : 0
  }

  /// True if the connection, including TLS, was established.
  private var isConnected: Bool {
    var microseconds: curl_off_t = 0
    return deadwax_curl_get_size(curl, CURLINFO_PRETRANSFER_TIME_T, &microseconds) == CURLE_OK && microseconds > 0
  }

  private func check(_ code: CURLcode, _ option: CURLoption) throws(HTTPClientError) {
    guard code != CURLE_OK else { return }
    throw .failed(
      code: Int(code.rawValue), call: "curl_easy_setopt(\(option.rawValue))",
      reason: String(cString: curl_easy_strerror(code)))
  }
}

/// The result of the global initialisation of libcurl, which runs once, at the first use.
private let libraryIsReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

#pragma once
#include <microhttpd.h>
#include <stdarg.h>
#include <stdio.h>

/* Receives one complete line of the library's log. */
typedef void (*deadwax_mhd_line)(void *context, const char *line);

/* The settings of a daemon. Every callback receives `context`. */
struct deadwax_mhd_settings {
  int listener;
  unsigned int threads;
  unsigned int connectionLimit;
  unsigned int idleSeconds;
  size_t connectionMemory;
  void *context;
  deadwax_mhd_line line;
  MHD_AcceptPolicyCallback accept;
  MHD_NotifyConnectionCallback connection;
  void *(*target)(void *context, const char *uri, struct MHD_Connection *connection);
  MHD_AccessHandlerCallback request;
  MHD_RequestCompletedCallback completed;
  /* The certificate and the key in PEM, or NULL for plain HTTP. */
  const char *certificate;
  const char *key;
};

/* A callback that takes a va_list cannot be written in Swift. */
static inline void deadwax_mhd_log(void *settings, const char *format, va_list arguments) {
  const struct deadwax_mhd_settings *own = settings;
  char text[512];
  vsnprintf(text, sizeof text, format, arguments);
  own->line(own->context, text);
}

/* MHD_start_daemon is variadic. `settings` must live as long as the daemon: the log callback reads it. */
static inline struct MHD_Daemon *deadwax_mhd_start(struct deadwax_mhd_settings *settings) {
  unsigned int flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG;
  if (settings->key) flags |= MHD_USE_TLS;
  /* The end of the options, unless those of TLS follow. */
  enum MHD_OPTION tls = settings->key ? MHD_OPTION_HTTPS_MEM_KEY : MHD_OPTION_END;
  return MHD_start_daemon(
      flags, 0, settings->accept, settings->context, settings->request, settings->context,
      MHD_OPTION_EXTERNAL_LOGGER, deadwax_mhd_log, settings,
      MHD_OPTION_LISTEN_SOCKET, settings->listener,
      MHD_OPTION_THREAD_POOL_SIZE, settings->threads,
      MHD_OPTION_CONNECTION_LIMIT, settings->connectionLimit,
      MHD_OPTION_CONNECTION_TIMEOUT, settings->idleSeconds,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, settings->connectionMemory,
      MHD_OPTION_STRICT_FOR_CLIENT, 1,
      MHD_OPTION_NOTIFY_CONNECTION, settings->connection, settings->context,
      MHD_OPTION_NOTIFY_COMPLETED, settings->completed, settings->context,
      MHD_OPTION_URI_LOG_CALLBACK, settings->target, settings->context,
      tls, settings->key,
      MHD_OPTION_HTTPS_MEM_CERT, settings->certificate,
      /* TLS 1.2 and 1.3, with GnuTLS's own choice of ciphers. */
      MHD_OPTION_HTTPS_PRIORITIES, "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2",
      MHD_OPTION_END);
}

/* Returns the socket of a connection, or -1. MHD_get_connection_info is variadic. */
static inline int deadwax_mhd_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

/* Returns the address of the peer, or NULL. MHD_get_connection_info is variadic. */
static inline const struct sockaddr *deadwax_mhd_peer(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  return info ? info->client_addr : NULL;
}

/* Returns the address of the application's pointer for a connection, or NULL. MHD_get_connection_info is variadic. */
static inline void **deadwax_mhd_context(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? (void **)&info->socket_context : NULL;
}

/* Returns the bytes of a request up to the empty line, or 0 if unknown. MHD_get_connection_info is variadic. */
static inline size_t deadwax_mhd_header_size(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
  return info ? info->header_size : 0;
}

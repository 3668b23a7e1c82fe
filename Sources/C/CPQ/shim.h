#pragma once
#include <libpq-fe.h>

// The field codes of PQresultErrorField are character constants, which Swift does not import.
static inline const char *deadwax_pq_sqlstate(const PGresult *result) { return PQresultErrorField(result, PG_DIAG_SQLSTATE); }

// See deadwax_pq_sqlstate.
static inline const char *deadwax_pq_message(const PGresult *result) {
  return PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
}

// See deadwax_pq_sqlstate.
static inline const char *deadwax_pq_constraint(const PGresult *result) {
  return PQresultErrorField(result, PG_DIAG_CONSTRAINT_NAME);
}

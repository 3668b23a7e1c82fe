#pragma once
#include <curl/curl.h>

// curl_easy_setopt and curl_easy_getinfo are variadic, which Swift does not import: there is one wrapper per type of
// value.

static inline CURLcode deadwax_curl_set_number(CURL *curl, CURLoption option, long value) {
    return curl_easy_setopt(curl, option, value);
}

static inline CURLcode deadwax_curl_set_size(CURL *curl, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(curl, option, value);
}

static inline CURLcode deadwax_curl_set_text(CURL *curl, CURLoption option, const char *value) {
    return curl_easy_setopt(curl, option, value);
}

// For options that retain the pointer itself: the posted bytes, the callbacks' argument, the URL handle.
static inline CURLcode deadwax_curl_set_pointer(CURL *curl, CURLoption option, void *value) {
    return curl_easy_setopt(curl, option, value);
}

static inline CURLcode deadwax_curl_set_list(CURL *curl, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(curl, option, value);
}

// For function pointers, which Swift does not pass as void *.
static inline CURLcode deadwax_curl_set_data(CURL *curl, CURLoption option, curl_write_callback value) {
    return curl_easy_setopt(curl, option, value);
}

static inline CURLcode deadwax_curl_set_progress(CURL *curl, CURLoption option, curl_xferinfo_callback value) {
    return curl_easy_setopt(curl, option, value);
}

static inline CURLcode deadwax_curl_get_number(CURL *curl, CURLINFO information, long *value) {
    return curl_easy_getinfo(curl, information, value);
}

static inline CURLcode deadwax_curl_get_size(CURL *curl, CURLINFO information, curl_off_t *value) {
    return curl_easy_getinfo(curl, information, value);
}

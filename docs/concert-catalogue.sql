-- The tables of the concert catalogue. They are a contract with other programs, which read and write the same tables: names, types,
-- indexes and references do not change. A test compares a new library with this file, statement by statement.

CREATE TABLE shows (
  show_id TEXT NOT NULL PRIMARY KEY,
  date TEXT NOT NULL,
  year INTEGER NOT NULL,
  month INTEGER NOT NULL,
  year_month TEXT NOT NULL,
  band TEXT NOT NULL,
  url TEXT,
  venue_name TEXT NOT NULL,
  city TEXT,
  state TEXT,
  country TEXT NOT NULL DEFAULT 'USA',
  location_raw TEXT,
  setlist_status TEXT,
  setlist_raw TEXT,
  song_list TEXT,
  lineup_status TEXT,
  lineup_raw TEXT,
  member_list TEXT,
  show_sequence INTEGER NOT NULL DEFAULT 1,
  recordings_raw TEXT,
  recording_count INTEGER NOT NULL DEFAULT 0,
  best_recording_id TEXT,
  average_rating REAL,
  total_reviews INTEGER NOT NULL DEFAULT 0,
  is_in_library INTEGER NOT NULL DEFAULT 0,
  library_added_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);

CREATE INDEX idx_shows_date ON shows (date);

CREATE INDEX idx_shows_year ON shows (year);

CREATE INDEX idx_shows_yearMonth ON shows (year_month);

CREATE INDEX idx_shows_city ON shows (city);

CREATE INDEX idx_shows_state ON shows (state);

CREATE INDEX idx_shows_venue ON shows (venue_name);

CREATE INDEX idx_shows_month_day ON shows (substr(date, 6));

CREATE TABLE recordings (
  identifier TEXT NOT NULL PRIMARY KEY,
  show_id TEXT NOT NULL REFERENCES shows (show_id) ON DELETE CASCADE,
  source_type TEXT NOT NULL,
  rating REAL NOT NULL DEFAULT 0,
  raw_rating REAL NOT NULL DEFAULT 0,
  review_count INTEGER NOT NULL DEFAULT 0,
  confidence REAL NOT NULL DEFAULT 0,
  high_ratings INTEGER NOT NULL DEFAULT 0,
  low_ratings INTEGER NOT NULL DEFAULT 0,
  taper TEXT,
  source TEXT,
  lineage TEXT,
  source_type_string TEXT,
  collection_timestamp INTEGER NOT NULL
);

CREATE INDEX idx_recordings_show_id_rating ON recordings (show_id, rating);

CREATE INDEX idx_recordings_source_type ON recordings (source_type);

CREATE INDEX idx_recordings_rating ON recordings (rating, review_count);

CREATE TABLE library_shows (
  show_id TEXT NOT NULL PRIMARY KEY REFERENCES shows (show_id) ON DELETE CASCADE,
  added_to_library_at INTEGER NOT NULL,
  is_pinned INTEGER NOT NULL DEFAULT 0,
  library_notes TEXT,
  custom_rating REAL,
  last_accessed_at INTEGER,
  tags TEXT
);

CREATE INDEX idx_library_shows_is_pinned ON library_shows (is_pinned);

CREATE INDEX idx_library_shows_added_at ON library_shows (added_to_library_at);

CREATE TABLE recent_shows (
  show_id TEXT NOT NULL PRIMARY KEY,
  last_played_timestamp INTEGER NOT NULL,
  first_played_timestamp INTEGER NOT NULL,
  total_play_count INTEGER NOT NULL
);

CREATE INDEX idx_recent_shows_last_played ON recent_shows (last_played_timestamp DESC);

CREATE TABLE collections (
  id TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  tags_json TEXT NOT NULL,
  show_ids_json TEXT NOT NULL,
  total_shows INTEGER NOT NULL,
  primary_tag TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);

CREATE INDEX idx_collections_primary_tag ON collections (primary_tag);

CREATE INDEX idx_collections_total_shows ON collections (total_shows);

CREATE TABLE data_version (
  id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  data_version TEXT NOT NULL,
  package_name TEXT NOT NULL,
  version_type TEXT NOT NULL,
  description TEXT,
  imported_at INTEGER NOT NULL,
  git_commit TEXT,
  git_tag TEXT,
  build_timestamp TEXT,
  total_shows INTEGER NOT NULL,
  total_venues INTEGER NOT NULL,
  total_files INTEGER NOT NULL,
  total_size_bytes INTEGER NOT NULL
);

CREATE VIRTUAL TABLE show_search USING fts5 (show_id, search_text, tokenize = "unicode61 tokenchars '-.'");

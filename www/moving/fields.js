// The fields that the columns of an imported table can fill in, with the names of the columns of the exported tables.

/** The fields of each table; those that only other programs have are last. */
export const fieldsOf = {
  copies: ["number", "artist", "title", "medium", "format", "label", "catalog_number", "year", "country", "barcode",
  "discogs", "musicbrainz", "wikidata", "release_tags", "released", "genres", "styles", "quantity", "cover", "status", "status_on", "status_reason",
  "is_sold", "is_reference", "place", "slot", "shelf_mark", "media_condition", "sleeve_condition", "parts", "parts_missing",
  "plays", "last_played_at", "accession", "acquired_from", "acquired_on", "price", "price_currency", "valuation",
  "valuation_currency", "valued_on", "valued_by", "replacement_cost", "replacement_currency", "notes", "code", "tags",
  "added_at", "release_status", "copy_id", "release_id"],
  borrowers: ["name", "first_name", "last_name", "short_name", "group", "is_staff", "email", "phone", "language", "expires_at",
    "blocked_at", "block_reason", "loan_limit", "note", "cards", "created_at", "borrower_id"],
  loans: ["copy_number", "code", "artist", "title", "borrower_name", "card", "opened_at", "due_at", "returned_at", "renewals", "renewed_at",
    "parts", "parts_back", "claimed_returned_at", "station", "returned_station", "loan_id", "copy_id", "borrower_id"],
};

-- One or two letters match the beginnings of words. Trigrams of so little are found in too many rows to be of use, and
-- nobody can tell beforehand in how many; of this column the planner keeps statistics, and so knows when walking along
-- the names is quicker than collecting.
CREATE FUNCTION search_starts_of(full_name text, email text, membership_number text) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_agg(DISTINCT left(word, n))
    FROM unnest(string_to_array(lower(full_name), ' ') || lower(email) || lower(membership_number)) word,
         generate_series(1, 2) n
   WHERE word <> ''
$$;
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "search_starts" text[]
  GENERATED ALWAYS AS (search_starts_of(full_name, email, membership_number)) STORED;
--> statement-breakpoint
CREATE INDEX "users_short_search" ON "users" USING gin (search_starts);

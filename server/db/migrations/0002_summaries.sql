CREATE TABLE "summaries" (
	"entity" text NOT NULL,
	"dimension" text NOT NULL,
	"key" text NOT NULL,
	"status" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "summaries_entity_dimension_key_status_pk" PRIMARY KEY("entity","dimension","key","status")
);
--> statement-breakpoint
-- What one row counts towards. One place for the triggers, the first filling and the check.
CREATE FUNCTION month_of(moment timestamptz) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(to_char(moment AT TIME ZONE 'Asia/Kuala_Lumpur', 'YYYY-MM'), '')
$$;
--> statement-breakpoint
CREATE FUNCTION summary_keys(entity text, r jsonb) RETURNS TABLE (dimension text, key text, status text)
LANGUAGE sql IMMUTABLE AS $$
  SELECT d.dimension, coalesce(d.key, ''), CASE entity WHEN 'club' THEN CASE WHEN (r->>'is_active')::boolean THEN 'active' ELSE 'inactive' END ELSE r->>'status' END
    FROM (VALUES
      ('user', 'all', ''),
      ('user', 'country', r->>'current_country'),
      ('user', 'club', r->>'club_id'),
      ('user', 'education', r->>'education_level'),
      ('user', 'birth_year', r->>'birth_year'),
      ('user', 'month', month_of((r->>'created_at')::timestamptz)),
      ('club', 'all', ''),
      ('club', 'country', r->>'country'),
      ('club', 'month', month_of((r->>'created_at')::timestamptz)),
      ('activity', 'all', ''),
      ('activity', 'club', r->>'club_id'),
      ('activity', 'month', month_of((r->>'start_date')::timestamptz))
    ) AS d(entity, dimension, key)
   WHERE d.entity = summary_keys.entity AND r->>'erased_at' IS NULL
$$;
--> statement-breakpoint
-- One statement's worth of changes at once, rows always in the same order, so that two statements never wait for
-- each other in a circle.
CREATE FUNCTION summarise() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  added text := 'SELECT to_jsonb(a) AS r, 1 AS sign FROM added a';
  removed text := 'SELECT to_jsonb(d) AS r, -1 AS sign FROM removed d';
  changes text := CASE tg_op WHEN 'INSERT' THEN added WHEN 'DELETE' THEN removed ELSE added || ' UNION ALL ' || removed END;
BEGIN
  EXECUTE format($sql$
    INSERT INTO summaries AS s (entity, dimension, key, status, count)
    SELECT %1$L, k.dimension, k.key, k.status, sum(c.sign) FROM (%2$s) c CROSS JOIN LATERAL summary_keys(%1$L, c.r) k
     GROUP BY k.dimension, k.key, k.status HAVING sum(c.sign) <> 0
     ORDER BY k.dimension, k.key, k.status
    ON CONFLICT (entity, dimension, key, status) DO UPDATE SET count = s.count + excluded.count
  $sql$, tg_argv[0], changes);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_summarised_on_insert AFTER INSERT ON users REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION summarise('user');
--> statement-breakpoint
CREATE TRIGGER users_summarised_on_update AFTER UPDATE ON users REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION summarise('user');
--> statement-breakpoint
CREATE TRIGGER users_summarised_on_delete AFTER DELETE ON users REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION summarise('user');
--> statement-breakpoint
CREATE TRIGGER clubs_summarised_on_insert AFTER INSERT ON clubs REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION summarise('club');
--> statement-breakpoint
CREATE TRIGGER clubs_summarised_on_update AFTER UPDATE ON clubs REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION summarise('club');
--> statement-breakpoint
CREATE TRIGGER clubs_summarised_on_delete AFTER DELETE ON clubs REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION summarise('club');
--> statement-breakpoint
CREATE TRIGGER activities_summarised_on_insert AFTER INSERT ON activities REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION summarise('activity');
--> statement-breakpoint
CREATE TRIGGER activities_summarised_on_update AFTER UPDATE ON activities REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION summarise('activity');
--> statement-breakpoint
CREATE TRIGGER activities_summarised_on_delete AFTER DELETE ON activities REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION summarise('activity');
--> statement-breakpoint
-- What a full count gives, for the first filling and for the check against the kept figures.
CREATE VIEW summaries_counted AS
  SELECT e.entity, k.dimension, k.key, k.status, count(*)::int AS count
    FROM (SELECT 'user' AS entity, to_jsonb(u) AS r FROM users u
          UNION ALL SELECT 'club', to_jsonb(c) FROM clubs c
          UNION ALL SELECT 'activity', to_jsonb(a) FROM activities a) e
    CROSS JOIN LATERAL summary_keys(e.entity, e.r) k
   GROUP BY e.entity, k.dimension, k.key, k.status;
--> statement-breakpoint
INSERT INTO summaries SELECT * FROM summaries_counted;

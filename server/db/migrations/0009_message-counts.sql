-- Whoever writes waits until the new figures are filled in; whoever reads does not.
LOCK TABLE users, clubs, activities, user_history, message_groups IN SHARE ROW EXCLUSIVE MODE;
--> statement-breakpoint
CREATE TABLE "member_changes" (
	"month" text NOT NULL,
	"country" text NOT NULL,
	"club" text NOT NULL,
	"change" integer NOT NULL,
	CONSTRAINT "member_changes_month_country_club_pk" PRIMARY KEY("month","country","club")
);
--> statement-breakpoint
CREATE TABLE "message_counts" (
	"place" text NOT NULL,
	"day" date NOT NULL,
	"group_type" text NOT NULL,
	"message_type" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "message_counts_place_day_group_type_message_type_pk" PRIMARY KEY("place","day","group_type","message_type"),
	CONSTRAINT "message_counts_group_type" CHECK ("message_counts"."group_type" in ('club', 'country', 'global', 'custom'))
);
--> statement-breakpoint
CREATE TABLE "positions" (
	"name" text PRIMARY KEY NOT NULL,
	"last_id" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "users_of_club_by_age" ON "users" USING btree ("club_id","created_at","id") WHERE "users"."status" = 'active';
--> statement-breakpoint
CREATE OR REPLACE FUNCTION summary_keys(entity text, r jsonb) RETURNS TABLE (dimension text, key text, status text)
LANGUAGE sql IMMUTABLE AS $$
  SELECT d.dimension, coalesce(d.key, ''),
         CASE entity WHEN 'club' THEN CASE WHEN (r->>'is_active')::boolean THEN 'active' ELSE 'inactive' END
                     WHEN 'group' THEN 'all' ELSE r->>'status' END
    FROM (VALUES
      ('user', 'all', ''),
      ('user', 'country', r->>'current_country'),
      ('user', 'club', r->>'club_id'),
      ('user', 'education', r->>'education_level'),
      ('user', 'education@' || (r->>'current_country'), r->>'education_level'),
      ('user', 'education@' || (r->>'club_id'), r->>'education_level'),
      ('user', 'birth_year', r->>'birth_year'),
      ('user', 'birth_year@' || (r->>'current_country'), r->>'birth_year'),
      ('user', 'birth_year@' || (r->>'club_id'), r->>'birth_year'),
      ('user', 'month', month_of((r->>'created_at')::timestamptz)),
      ('club', 'all', ''),
      ('club', 'country', r->>'country'),
      ('club', 'month', month_of((r->>'created_at')::timestamptz)),
      ('activity', 'all', ''),
      ('activity', 'club', r->>'club_id'),
      ('activity', 'month', month_of((r->>'start_date')::timestamptz)),
      ('activity', 'month@' || (r->>'club_id'), month_of((r->>'start_date')::timestamptz)),
      ('group', 'type', r->>'type')
    ) AS d(entity, dimension, key)
   WHERE d.entity = summary_keys.entity AND d.dimension IS NOT NULL AND r->>'erased_at' IS NULL
$$;
--> statement-breakpoint
-- As before, but a row is taken apart once and not once for every dimension.
CREATE OR REPLACE FUNCTION summarise() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  added text := 'SELECT to_jsonb(a) AS r, 1 AS sign FROM added a';
  removed text := 'SELECT to_jsonb(d) AS r, -1 AS sign FROM removed d';
  changes text := CASE tg_op WHEN 'INSERT' THEN added WHEN 'DELETE' THEN removed ELSE added || ' UNION ALL ' || removed END;
BEGIN
  EXECUTE format($sql$
    INSERT INTO summaries AS s (entity, dimension, key, status, count)
    SELECT %1$L, k.dimension, k.key, k.status, sum(c.sign)
      FROM (%2$s OFFSET 0) c CROSS JOIN LATERAL summary_keys(%1$L, c.r) k
     GROUP BY k.dimension, k.key, k.status HAVING sum(c.sign) <> 0
     ORDER BY k.dimension, k.key, k.status
    ON CONFLICT (entity, dimension, key, status) DO UPDATE SET count = s.count + excluded.count
  $sql$, tg_argv[0], changes);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE VIEW summaries_counted AS
  SELECT e.entity, k.dimension, k.key, k.status, count(*)::int AS count
    FROM (SELECT 'user' AS entity, to_jsonb(u) AS r FROM users u
          UNION ALL SELECT 'club', to_jsonb(c) FROM clubs c
          UNION ALL SELECT 'activity', to_jsonb(a) FROM activities a
          UNION ALL SELECT 'group', to_jsonb(g) FROM message_groups g OFFSET 0) e
    CROSS JOIN LATERAL summary_keys(e.entity, e.r) k
   GROUP BY e.entity, k.dimension, k.key, k.status;
--> statement-breakpoint
-- A group's type never changes, and its row does with every message: no trigger on that.
CREATE TRIGGER groups_summarised_on_insert AFTER INSERT ON message_groups REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION summarise('group');
--> statement-breakpoint
CREATE TRIGGER groups_summarised_on_delete AFTER DELETE ON message_groups REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION summarise('group');
--> statement-breakpoint
INSERT INTO summaries SELECT * FROM summaries_counted WHERE entity = 'group' OR dimension LIKE '%@%';
--> statement-breakpoint
-- What the history of one or more people means for the figures: a member more where and when somebody became active,
-- one fewer there when the next thing happened to them.
CREATE FUNCTION member_steps(history user_history[]) RETURNS TABLE (month text, country text, club text, change int)
LANGUAGE sql STABLE AS $$
  WITH states AS (
    SELECT *, lead(created_at) OVER (PARTITION BY user_id ORDER BY created_at, id) AS ended_at FROM unnest(history)
  ), steps AS (
    SELECT created_at AS moment, current_country, club_id, 1 AS change FROM states WHERE status = 'active'
    UNION ALL
    SELECT ended_at, current_country, club_id, -1 FROM states WHERE status = 'active' AND ended_at IS NOT NULL
  )
  SELECT month_of(moment), coalesce(current_country, ''), coalesce(club_id::text, ''), sum(steps.change)::int
    FROM steps GROUP BY 1, 2, 3 HAVING sum(steps.change) <> 0
$$;
--> statement-breakpoint
-- The history of those concerned, as it was and as it is now: the difference is what has changed. So rows may come
-- late, be corrected or go.
CREATE FUNCTION follow_history() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  came user_history[] := '{}';
  went user_history[] := '{}';
  present user_history[];
  past user_history[];
BEGIN
  IF tg_op <> 'DELETE' THEN came := ARRAY(SELECT a FROM added a); END IF;
  IF tg_op <> 'INSERT' THEN went := ARRAY(SELECT d FROM removed d); END IF;
  present := ARRAY(SELECT h FROM user_history h WHERE h.user_id IN (SELECT c.user_id FROM unnest(came || went) c));
  past := ARRAY(SELECT p FROM unnest(present) p WHERE p.id NOT IN (SELECT c.id FROM unnest(came) c)) || went;
  INSERT INTO member_changes AS m (month, country, club, change)
  SELECT s.month, s.country, s.club, sum(s.change)
    FROM (SELECT * FROM member_steps(present)
          UNION ALL SELECT month, country, club, -change FROM member_steps(past)) s
   GROUP BY s.month, s.country, s.club HAVING sum(s.change) <> 0
   ORDER BY s.month, s.country, s.club
  ON CONFLICT (month, country, club) DO UPDATE SET change = m.change + excluded.change;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER history_followed_on_insert AFTER INSERT ON user_history REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION follow_history();
--> statement-breakpoint
CREATE TRIGGER history_followed_on_update AFTER UPDATE ON user_history REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION follow_history();
--> statement-breakpoint
CREATE TRIGGER history_followed_on_delete AFTER DELETE ON user_history REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION follow_history();
--> statement-breakpoint
-- Whoever was erased is no member from then on, but was one before: the past months' figures stay true.
CREATE FUNCTION end_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO user_history (user_id, status, created_at) VALUES (NEW.id, 'inactive', NEW.erased_at);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_history_ended AFTER UPDATE OF erased_at ON users FOR EACH ROW WHEN (OLD.erased_at IS NULL AND NEW.erased_at IS NOT NULL) EXECUTE FUNCTION end_history();
--> statement-breakpoint
CREATE VIEW member_changes_counted AS
  SELECT s.month, s.country, s.club, sum(s.change)::int AS change
    FROM users u
    CROSS JOIN LATERAL member_steps(ARRAY(SELECT h FROM user_history h WHERE h.user_id = u.id)) s
   GROUP BY s.month, s.country, s.club;
--> statement-breakpoint
INSERT INTO member_changes SELECT * FROM member_changes_counted WHERE change <> 0;
--> statement-breakpoint
-- What one message counts towards, for the job and for the check against a full count.
CREATE VIEW messages_by_day AS
  SELECT m.id, p.place, (m.created_at AT TIME ZONE 'Asia/Kuala_Lumpur')::date AS day, g.type AS group_type, m.message_type
    FROM messages m
    JOIN message_groups g ON g.id = m.group_id
    CROSS JOIN LATERAL (SELECT '' AS place UNION ALL
                        SELECT coalesce(g.club_id::text, g.country) WHERE g.club_id IS NOT NULL OR g.country IS NOT NULL) p;

-- Nobody makes another one until the index is there.
LOCK TABLE "clubs" IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
-- Clubs that were made twice all stay, each with its members, activities and conversation: the oldest keeps its name,
-- the others get a number behind theirs. The trail says which; an administrator can rename or deactivate them.
DO $$
DECLARE
  twin record;
  numbered text;
  n int;
BEGIN
  FOR twin IN
    SELECT id, name, country, lower(coalesce(city, '')) AS city FROM (
      SELECT *, row_number() OVER (PARTITION BY country, lower(name), lower(coalesce(city, '')) ORDER BY id) AS place
        FROM clubs) ranked
     WHERE place > 1 ORDER BY id
  LOOP
    n := 1;
    LOOP
      n := n + 1;
      numbered := left(twin.name, 190) || ' (' || n || ')';
      EXIT WHEN NOT EXISTS (
        SELECT FROM clubs c
         WHERE c.country = twin.country AND lower(c.name) = lower(numbered) AND lower(coalesce(c.city, '')) = twin.city);
    END LOOP;
    UPDATE clubs SET name = numbered, updated_at = now() WHERE id = twin.id;
    UPDATE message_groups SET name = numbered WHERE club_id = twin.id;
    INSERT INTO audit_events (kind, target_type, target_id, country)
      VALUES ('club.updated', 'club', twin.id, twin.country);
  END LOOP;
END $$;--> statement-breakpoint
CREATE UNIQUE INDEX "clubs_unique" ON "clubs" USING btree ("country",lower("name"),lower(coalesce("city", '')));

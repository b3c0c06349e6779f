-- With the window that made the change, where one did: it learns of it by its answer, and not a second time from here.
CREATE OR REPLACE FUNCTION announce_members() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('perantau', json_strip_nulls(json_build_object(
            'type', 'members', 'groupId', group_id, TG_ARGV[0], json_agg(user_id),
            'by', nullif(current_setting('perantau.window', true), '')))::text)
     FROM (SELECT group_id, user_id, (row_number() OVER (PARTITION BY group_id) - 1) / 500 AS part FROM changed) c
    GROUP BY group_id, part;
  RETURN NULL;
END $$;

-- Who belongs to a group decides who hears what is said in it. Whichever statement changes that, every instance hears
-- of it on commit, before any message that was committed later. A notice holds less than 8,000 bytes, so many people
-- are told of in several.
CREATE FUNCTION announce_members() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('perantau', json_build_object('type', 'members', 'groupId', group_id, TG_ARGV[0], json_agg(user_id))::text)
     FROM (SELECT group_id, user_id, (row_number() OVER (PARTITION BY group_id) - 1) / 500 AS part FROM changed) c
    GROUP BY group_id, part;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER members_joined AFTER INSERT ON group_members
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_members('added');
--> statement-breakpoint
CREATE TRIGGER members_left AFTER DELETE ON group_members
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_members('removed');

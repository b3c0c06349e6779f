-- Sockets follow what ends or changes a session, whichever statement did it: every instance hears of it on commit
-- and asks anew which of its sockets may stay. One notice a statement, and identical ones fall together.
CREATE FUNCTION announce_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('perantau', '{"type":"sessions"}');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER sessions_ended AFTER DELETE ON sessions
  FOR EACH STATEMENT EXECUTE FUNCTION announce_sessions();
--> statement-breakpoint
CREATE TRIGGER users_changed AFTER UPDATE OF status, role, current_country, club_id, erased_at ON users
  FOR EACH STATEMENT EXECUTE FUNCTION announce_sessions();

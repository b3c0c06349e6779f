-- Unlogged: it is for those who listen now. After a crash all of them have lost their connection and look everything up.
CREATE UNLOGGED TABLE "notices" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"signal" jsonb NOT NULL
);
--> statement-breakpoint
-- Its numbers are logged: an unlogged sequence cannot be used on a copy that takes the place of its original (15.18:
-- "bad magic number in sequence").
ALTER SEQUENCE "notices_id_seq" SET LOGGED;
--> statement-breakpoint
CREATE TABLE "queued_jobs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "queued_jobs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"task" text NOT NULL,
	"payload" jsonb NOT NULL,
	"key" text,
	"keeps_time" boolean DEFAULT false NOT NULL,
	"run_at" timestamp (3) with time zone NOT NULL,
	"priority" smallint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX "notices_by_transaction" ON "notices" USING btree ("xid");--> statement-breakpoint
CREATE INDEX "queued_jobs_by_key" ON "queued_jobs" USING btree ("key");
--> statement-breakpoint
CREATE OR REPLACE FUNCTION announce_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO notices (signal) VALUES ('{"type":"sessions"}');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION announce_members() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO notices (signal)
  SELECT json_strip_nulls(json_build_object('type', 'members', 'groupId', group_id, TG_ARGV[0], json_agg(user_id),
                                            'by', nullif(current_setting('perantau.window', true), '')))
    FROM changed GROUP BY group_id;
  RETURN NULL;
END $$;

CREATE TABLE "backup_runs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "backup_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"file" text NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"size" bigint,
	"checked_at" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone,
	"reason" text,
	"told_at" timestamp (3) with time zone,
	"removed_at" timestamp (3) with time zone,
	CONSTRAINT "backup_runs_checked" CHECK ("backup_runs"."checked_at" is null or "backup_runs"."finished_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "term_acceptances" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "term_acceptances_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"version" smallint NOT NULL,
	"consented" boolean NOT NULL,
	"way" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "term_acceptances_way" CHECK ("term_acceptances"."way" in ('before', 'application', 'google', 'link', 'asked')),
	CONSTRAINT "term_acceptances_version" CHECK ("term_acceptances"."version" > 0)
);
--> statement-breakpoint
ALTER TABLE "term_acceptances" ADD CONSTRAINT "term_acceptances_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "backup_runs_by_start" ON "backup_runs" USING btree ("started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "term_acceptances_once" ON "term_acceptances" USING btree ("user_id","version","consented");--> statement-breakpoint
-- Whoever agreed before versions were kept agreed to the first.
INSERT INTO "term_acceptances" ("user_id", "version", "consented", "way", "created_at")
  SELECT "id", 1, false, 'before', "agreed_at" FROM "users" WHERE "agreed_at" IS NOT NULL AND "erased_at" IS NULL;

CREATE TABLE "data_downloads" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" integer NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"progress" smallint DEFAULT 0 NOT NULL,
	"size" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "data_downloads_status" CHECK ("data_downloads"."status" in ('waiting', 'done')),
	CONSTRAINT "data_downloads_progress" CHECK ("data_downloads"."progress" between 0 and 100)
);
--> statement-breakpoint
ALTER TABLE "account_tokens" DROP CONSTRAINT "account_tokens_kind";--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "confirmed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "muted" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "data_downloads" ADD CONSTRAINT "data_downloads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "data_downloads_of_user" ON "data_downloads" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "data_downloads_by_age" ON "data_downloads" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "data_downloads_one_at_a_time" ON "data_downloads" USING btree ("user_id") WHERE "data_downloads"."status" = 'waiting';--> statement-breakpoint
ALTER TABLE "account_tokens" ADD CONSTRAINT "account_tokens_kind" CHECK ("account_tokens"."kind" in ('confirm_email', 'change_email', 'reset_password'));--> statement-breakpoint
-- A membership number names a person as surely as a name does, so the trail does without it.
UPDATE audit_events SET details = details - 'membershipNumber' WHERE details ? 'membershipNumber';

ALTER TABLE "calls" ADD COLUMN "answered_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "is_audio_only" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "after_seq" bigint;--> statement-breakpoint
CREATE INDEX "calls_of_group" ON "calls" USING btree ("group_id","after_seq");
ALTER TABLE "call_members" ADD COLUMN "forward_session" bigint;--> statement-breakpoint
ALTER TABLE "call_members" ADD COLUMN "publisher" bigint;--> statement-breakpoint
ALTER TABLE "call_members" ADD COLUMN "subscriber" bigint;--> statement-breakpoint
ALTER TABLE "call_members" ADD COLUMN "feeds" integer[];--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "answered_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "is_audio_only" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "after_seq" bigint;--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "room" bigint;--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "room_pin" text;--> statement-breakpoint
CREATE INDEX "call_members_left_there" ON "call_members" USING btree ("id") WHERE "call_members"."forward_session" is not null;--> statement-breakpoint
CREATE INDEX "calls_left_there" ON "calls" USING btree ("id") WHERE "calls"."room" is not null;--> statement-breakpoint
CREATE INDEX "calls_of_group" ON "calls" USING btree ("group_id","after_seq");
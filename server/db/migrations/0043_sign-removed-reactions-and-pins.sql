ALTER TABLE "message_pins" ADD COLUMN "seal" jsonb;--> statement-breakpoint
ALTER TABLE "message_reactions" ADD COLUMN "removed_at" timestamp (3) with time zone;
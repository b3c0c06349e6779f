ALTER TABLE "key_links" ADD COLUMN "zone" text;--> statement-breakpoint
ALTER TABLE "key_links" ADD COLUMN "commit" text;--> statement-breakpoint
ALTER TABLE "key_links" ADD COLUMN "reply" jsonb;--> statement-breakpoint
ALTER TABLE "key_links" ADD COLUMN "reveal" jsonb;--> statement-breakpoint
ALTER TABLE "user_keys" ADD COLUMN "prior_unused" boolean DEFAULT false NOT NULL;
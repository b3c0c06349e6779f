ALTER TABLE "group_members" ADD COLUMN "own_unread" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "group_members" ADD COLUMN "own_unread_after" bigint DEFAULT 0 NOT NULL;
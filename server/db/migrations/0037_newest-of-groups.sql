ALTER TABLE "message_groups" ADD COLUMN "newest_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
UPDATE message_groups g SET newest_at = greatest(
  coalesce((SELECT m.created_at FROM messages m WHERE m.group_id = g.id AND m.seq = g.last_seq), g.created_at),
  (SELECT max(c.started_at) FROM calls c WHERE c.group_id = g.id));

ALTER TABLE "message_groups" ADD CONSTRAINT "message_groups_name" CHECK ("message_groups"."name" <> '' or "message_groups"."type" in ('global', 'country') or "message_groups"."direct_key" is not null);--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_name" CHECK ("users"."full_name" <> '' or "users"."erased_at" is not null);--> statement-breakpoint
-- Names that earlier releases stored in one language. Readers get them in their own language.
UPDATE "users" SET "full_name" = '' WHERE "erased_at" IS NOT NULL AND "merged_into" IS NULL;--> statement-breakpoint
UPDATE "message_groups" SET "name" = '' WHERE "type" IN ('global', 'country') OR "direct_key" IS NOT NULL;

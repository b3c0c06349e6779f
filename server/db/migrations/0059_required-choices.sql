-- A choice field whose choices are all retired could not be filled in, so it is no longer required.
UPDATE "custom_fields" SET "is_required" = false
 WHERE "is_required" AND "kind" IN ('choice', 'choices') AND NOT "choices" @> '[{"isRetired": false}]';--> statement-breakpoint
ALTER TABLE "custom_fields" ADD CONSTRAINT "custom_fields_open_choice" CHECK (not "custom_fields"."is_required" or "custom_fields"."kind" not in ('choice', 'choices') or "custom_fields"."choices" @> '[{"isRetired": false}]');
DROP INDEX "activities_search";--> statement-breakpoint
ALTER TABLE "activities" ADD COLUMN "language" text DEFAULT 'ms' NOT NULL;--> statement-breakpoint
ALTER TABLE "activities" ADD COLUMN "second_language" text;--> statement-breakpoint
ALTER TABLE "activities" ADD COLUMN "second_title" text;--> statement-breakpoint
ALTER TABLE "activities" ADD COLUMN "second_description" text;--> statement-breakpoint
ALTER TABLE "announcements" ADD COLUMN "language" text DEFAULT 'ms' NOT NULL;--> statement-breakpoint
ALTER TABLE "announcements" ADD COLUMN "second_language" text;--> statement-breakpoint
ALTER TABLE "announcements" ADD COLUMN "second_title" text;--> statement-breakpoint
ALTER TABLE "announcements" ADD COLUMN "second_body" text;--> statement-breakpoint
CREATE INDEX "activities_search" ON "activities" USING gin ("title" gin_trgm_ops,"location" gin_trgm_ops,"second_title" gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "activities" ADD CONSTRAINT "activities_language" CHECK ("activities"."language" in ('ms', 'en'));--> statement-breakpoint
ALTER TABLE "activities" ADD CONSTRAINT "activities_second_language" CHECK ("activities"."second_language" in ('ms', 'en'));--> statement-breakpoint
ALTER TABLE "activities" ADD CONSTRAINT "activities_two_languages" CHECK ("activities"."second_language" <> "activities"."language");--> statement-breakpoint
ALTER TABLE "activities" ADD CONSTRAINT "activities_second_version" CHECK (case when "activities"."second_language" is null then coalesce("activities"."second_title", "activities"."second_description") is null
               else coalesce("activities"."second_title", '') <> '' end);--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_language" CHECK ("announcements"."language" in ('ms', 'en'));--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_second_language" CHECK ("announcements"."second_language" in ('ms', 'en'));--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_two_languages" CHECK ("announcements"."second_language" <> "announcements"."language");--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_second_version" CHECK (case when "announcements"."second_language" is null then coalesce("announcements"."second_title", "announcements"."second_body") is null
               else coalesce("announcements"."second_title", '') <> '' and coalesce("announcements"."second_body", '') <> '' end);
ALTER TABLE "activities" ADD COLUMN "questions" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "activities" ADD COLUMN "public_key" text;--> statement-breakpoint
ALTER TABLE "activity_participants" ADD COLUMN "answers" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "activities_public" ON "activities" USING btree ("public_key");--> statement-breakpoint
ALTER TABLE "activities" ADD CONSTRAINT "activities_questions" CHECK (jsonb_typeof("activities"."questions") = 'array');--> statement-breakpoint
ALTER TABLE "activity_participants" ADD CONSTRAINT "activity_participants_answers" CHECK (jsonb_typeof("activity_participants"."answers") = 'object');
CREATE TABLE "activity_helpers" (
	"activity_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "activity_helpers_activity_id_user_id_pk" PRIMARY KEY("activity_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "calendar_feeds" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" integer NOT NULL,
	"club_id" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "activities" ADD COLUMN "time_zone" text DEFAULT 'Asia/Kuala_Lumpur' NOT NULL;--> statement-breakpoint
ALTER TABLE "activities" ADD COLUMN "start_wall" timestamp(3);--> statement-breakpoint
ALTER TABLE "activities" ADD COLUMN "end_wall" timestamp(3);--> statement-breakpoint
ALTER TABLE "activities" ADD COLUMN "series_id" uuid;--> statement-breakpoint
ALTER TABLE "activities" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "activity_participants" ADD COLUMN "reminded_day" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "activity_participants" ADD COLUMN "reminded_hour" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "activity_participants" ADD COLUMN "is_hidden" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "activity_participants" ADD COLUMN "joined_as" jsonb;--> statement-breakpoint
ALTER TABLE "clubs" ADD COLUMN "time_zone" text DEFAULT 'Asia/Kuala_Lumpur' NOT NULL;--> statement-breakpoint
ALTER TABLE "activity_helpers" ADD CONSTRAINT "activity_helpers_activity_id_activities_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activity_helpers" ADD CONSTRAINT "activity_helpers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_club_id_clubs_id_fk" FOREIGN KEY ("club_id") REFERENCES "public"."clubs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "activity_helpers_of_user" ON "activity_helpers" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "calendar_feeds_once" ON "calendar_feeds" USING btree ("user_id",coalesce("club_id", 0));--> statement-breakpoint
CREATE INDEX "calendar_feeds_of_club" ON "calendar_feeds" USING btree ("club_id");--> statement-breakpoint
CREATE INDEX "activities_of_series" ON "activities" USING btree ("series_id","start_date");--> statement-breakpoint
-- What is there already: clubs by their city or country, activities by their club. What the clocks show is filled in
-- by a job: this database and the program may know different rules.
UPDATE "clubs" SET "time_zone" = CASE "country"
  WHEN 'United Kingdom' THEN 'Europe/London'
  WHEN 'Australia' THEN 'Australia/Sydney'
  WHEN 'United States' THEN 'America/New_York'
  WHEN 'Japan' THEN 'Asia/Tokyo'
  WHEN 'South Korea' THEN 'Asia/Seoul'
  WHEN 'Germany' THEN 'Europe/Berlin'
  WHEN 'France' THEN 'Europe/Paris'
  WHEN 'Canada' THEN 'America/Toronto'
  WHEN 'New Zealand' THEN 'Pacific/Auckland'
  WHEN 'China' THEN 'Asia/Shanghai'
  WHEN 'Singapore' THEN 'Asia/Singapore'
  WHEN 'Indonesia' THEN 'Asia/Jakarta'
  ELSE "time_zone" END;--> statement-breakpoint
UPDATE "clubs" SET "time_zone" = t."zone" FROM (VALUES
  ('Australia', 'sydney', 'Australia/Sydney'),
  ('Australia', 'melbourne', 'Australia/Sydney'),
  ('Australia', 'canberra', 'Australia/Sydney'),
  ('Australia', 'hobart', 'Australia/Sydney'),
  ('Australia', 'wollongong', 'Australia/Sydney'),
  ('Australia', 'newcastle', 'Australia/Sydney'),
  ('Australia', 'geelong', 'Australia/Sydney'),
  ('Australia', 'brisbane', 'Australia/Brisbane'),
  ('Australia', 'cairns', 'Australia/Brisbane'),
  ('Australia', 'townsville', 'Australia/Brisbane'),
  ('Australia', 'adelaide', 'Australia/Adelaide'),
  ('Australia', 'darwin', 'Australia/Darwin'),
  ('Australia', 'perth', 'Australia/Perth'),
  ('United States', 'boston', 'America/New_York'),
  ('United States', 'atlanta', 'America/New_York'),
  ('United States', 'columbus', 'America/New_York'),
  ('United States', 'bloomington', 'America/New_York'),
  ('United States', 'pittsburgh', 'America/New_York'),
  ('United States', 'philadelphia', 'America/New_York'),
  ('United States', 'baltimore', 'America/New_York'),
  ('United States', 'washington', 'America/New_York'),
  ('United States', 'miami', 'America/New_York'),
  ('United States', 'buffalo', 'America/New_York'),
  ('United States', 'detroit', 'America/New_York'),
  ('United States', 'chicago', 'America/Chicago'),
  ('United States', 'madison', 'America/Chicago'),
  ('United States', 'minneapolis', 'America/Chicago'),
  ('United States', 'urbana', 'America/Chicago'),
  ('United States', 'champaign', 'America/Chicago'),
  ('United States', 'austin', 'America/Chicago'),
  ('United States', 'houston', 'America/Chicago'),
  ('United States', 'dallas', 'America/Chicago'),
  ('United States', 'denver', 'America/Denver'),
  ('United States', 'boulder', 'America/Denver'),
  ('United States', 'phoenix', 'America/Phoenix'),
  ('United States', 'tempe', 'America/Phoenix'),
  ('United States', 'tucson', 'America/Phoenix'),
  ('United States', 'seattle', 'America/Los_Angeles'),
  ('United States', 'portland', 'America/Los_Angeles'),
  ('United States', 'berkeley', 'America/Los_Angeles'),
  ('United States', 'davis', 'America/Los_Angeles'),
  ('United States', 'irvine', 'America/Los_Angeles'),
  ('United States', 'stanford', 'America/Los_Angeles'),
  ('Canada', 'toronto', 'America/Toronto'),
  ('Canada', 'montreal', 'America/Toronto'),
  ('Canada', 'ottawa', 'America/Toronto'),
  ('Canada', 'waterloo', 'America/Toronto'),
  ('Canada', 'kingston', 'America/Toronto'),
  ('Canada', 'hamilton', 'America/Toronto'),
  ('Canada', 'quebec', 'America/Toronto'),
  ('Canada', 'winnipeg', 'America/Winnipeg'),
  ('Canada', 'regina', 'America/Regina'),
  ('Canada', 'saskatoon', 'America/Regina'),
  ('Canada', 'edmonton', 'America/Edmonton'),
  ('Canada', 'calgary', 'America/Edmonton'),
  ('Canada', 'vancouver', 'America/Vancouver'),
  ('Canada', 'victoria', 'America/Vancouver'),
  ('Canada', 'burnaby', 'America/Vancouver'),
  ('Canada', 'halifax', 'America/Halifax'),
  ('Canada', 'fredericton', 'America/Halifax'),
  ('Indonesia', 'jakarta', 'Asia/Jakarta'),
  ('Indonesia', 'bandung', 'Asia/Jakarta'),
  ('Indonesia', 'yogyakarta', 'Asia/Jakarta'),
  ('Indonesia', 'surabaya', 'Asia/Jakarta'),
  ('Indonesia', 'medan', 'Asia/Jakarta'),
  ('Indonesia', 'padang', 'Asia/Jakarta'),
  ('Indonesia', 'semarang', 'Asia/Jakarta'),
  ('Indonesia', 'malang', 'Asia/Jakarta'),
  ('Indonesia', 'bogor', 'Asia/Jakarta'),
  ('Indonesia', 'depok', 'Asia/Jakarta'),
  ('Indonesia', 'makassar', 'Asia/Makassar'),
  ('Indonesia', 'denpasar', 'Asia/Makassar'),
  ('Indonesia', 'manado', 'Asia/Makassar'),
  ('Indonesia', 'jayapura', 'Asia/Jayapura'),
  ('Indonesia', 'ambon', 'Asia/Jayapura'),
  ('Australia', 'gold coast', 'Australia/Brisbane'),
  ('United States', 'new york', 'America/New_York'),
  ('United States', 'ann arbor', 'America/New_York'),
  ('United States', 'state college', 'America/New_York'),
  ('United States', 'west lafayette', 'America/New_York'),
  ('United States', 'new haven', 'America/New_York'),
  ('United States', 'iowa city', 'America/Chicago'),
  ('United States', 'st louis', 'America/Chicago'),
  ('United States', 'los angeles', 'America/Los_Angeles'),
  ('United States', 'san francisco', 'America/Los_Angeles'),
  ('United States', 'san diego', 'America/Los_Angeles')
) AS t("country", "town", "zone") WHERE "clubs"."country" = t."country" AND lower(trim("clubs"."city")) = t."town";--> statement-breakpoint
UPDATE "activities" SET "time_zone" = "clubs"."time_zone" FROM "clubs" WHERE "clubs"."id" = "activities"."club_id";

DROP INDEX "activities_of_club";--> statement-breakpoint
DROP INDEX "activities_search";--> statement-breakpoint
ALTER TABLE "activities" ADD COLUMN "list_order" double precision GENERATED ALWAYS AS (case when status in ('planned', 'ongoing') then coalesce(extract(epoch from start_date at time zone 'UTC')::float8, 1e11)
                 else 3e11 - coalesce(extract(epoch from start_date at time zone 'UTC')::float8, 0) end) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "activities_in_order" ON "activities" USING btree ("list_order","id");--> statement-breakpoint
CREATE INDEX "activities_of_status" ON "activities" USING btree ("status","list_order","id");--> statement-breakpoint
CREATE INDEX "activities_of_club" ON "activities" USING btree ("club_id","list_order","id");--> statement-breakpoint
CREATE INDEX "activities_search" ON "activities" USING gin ("title" gin_trgm_ops,"location" gin_trgm_ops);
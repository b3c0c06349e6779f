DROP INDEX "audit_events_of_country";--> statement-breakpoint
DROP INDEX "audit_events_of_kind";--> statement-breakpoint
CREATE INDEX "audit_events_of_country" ON "audit_events" USING btree ("country","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_events_of_kind" ON "audit_events" USING btree ("kind","created_at","id");
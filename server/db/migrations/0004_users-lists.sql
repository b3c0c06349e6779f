CREATE INDEX "users_by_age_of_account" ON "users" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "users_of_country_by_age" ON "users" USING btree ("current_country","created_at","id");--> statement-breakpoint
CREATE INDEX "users_by_any_name" ON "users" USING btree ("full_name","id");--> statement-breakpoint
CREATE INDEX "users_by_approval" ON "users" USING btree ("approved_at","current_country");--> statement-breakpoint
CREATE INDEX "users_institution_search" ON "users" USING gin ("institution" gin_trgm_ops);
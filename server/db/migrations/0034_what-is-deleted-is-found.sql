CREATE INDEX "message_groups_by_creator" ON "message_groups" USING btree ("created_by") WHERE "message_groups"."created_by" is not null;--> statement-breakpoint
CREATE INDEX "messages_by_recipient" ON "messages" USING btree ("recipient_id") WHERE "messages"."recipient_id" is not null;--> statement-breakpoint
CREATE INDEX "clubs_by_logo" ON "clubs" USING btree ("logo_id") WHERE "clubs"."logo_id" is not null;--> statement-breakpoint
CREATE INDEX "users_by_picture" ON "users" USING btree ("profile_image_id") WHERE "users"."profile_image_id" is not null;--> statement-breakpoint
CREATE INDEX "users_by_approver" ON "users" USING btree ("approved_by") WHERE "users"."approved_by" is not null;--> statement-breakpoint
CREATE INDEX "club_history_by_changer" ON "club_history" USING btree ("changed_by") WHERE "club_history"."changed_by" is not null;--> statement-breakpoint
CREATE INDEX "user_history_by_changer" ON "user_history" USING btree ("changed_by") WHERE "user_history"."changed_by" is not null;--> statement-breakpoint
CREATE INDEX "message_reports_by_decider" ON "message_reports" USING btree ("decided_by") WHERE "message_reports"."decided_by" is not null;
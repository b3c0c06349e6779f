CREATE TABLE "blocked_people" (
	"user_id" integer NOT NULL,
	"blocked_id" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "blocked_people_user_id_blocked_id_pk" PRIMARY KEY("user_id","blocked_id")
);
--> statement-breakpoint
ALTER TABLE "files" DROP CONSTRAINT "files_kind";--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "file_id" uuid;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "hides_presence" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "blocked_people" ADD CONSTRAINT "blocked_people_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blocked_people" ADD CONSTRAINT "blocked_people_blocked_id_users_id_fk" FOREIGN KEY ("blocked_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "blocked_people_by_whom" ON "blocked_people" USING btree ("blocked_id");--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "messages_file_once" ON "messages" USING btree ("file_id") WHERE "messages"."file_id" is not null;--> statement-breakpoint
CREATE INDEX "notifications_by_caller" ON "notifications" USING btree ((("params"->>'userId')::int),"created_at") WHERE "notifications"."kind" = 'message.mentioned';--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_kind" CHECK ("files"."kind" in ('profile_image', 'activity_image', 'activity_document', 'announcement_image', 'announcement_document', 'club_logo', 'chat_image', 'chat_document', 'chat_voice', 'chat_sealed'));
CREATE TABLE "key_vaults" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"blob" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "epoch_boxes" ADD COLUMN "gen" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "key_vaults" ADD CONSTRAINT "key_vaults_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
CREATE TABLE "key_links" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"box" text NOT NULL,
	"mac" text NOT NULL,
	"name" text NOT NULL,
	"answer" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_names" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"gen" integer NOT NULL,
	"rev" integer NOT NULL,
	"body" text NOT NULL,
	"sig" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "withdrawn_keys" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"gen" integer NOT NULL,
	"card" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "key_wraps" DROP CONSTRAINT "key_wraps_kind";--> statement-breakpoint
ALTER TABLE "key_devices" ADD COLUMN "used_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "key_links" ADD CONSTRAINT "key_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_names" ADD CONSTRAINT "user_names_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawn_keys" ADD CONSTRAINT "withdrawn_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "key_links_of_user" ON "key_links" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "key_wraps_one_older" ON "key_wraps" USING btree ("user_id","gen") WHERE "key_wraps"."kind" = 'older';--> statement-breakpoint
ALTER TABLE "key_wraps" ADD CONSTRAINT "key_wraps_kind" CHECK ("key_wraps"."kind" in ('phrase', 'passkey', 'older'));
CREATE TABLE "import_sources" (
	"user_id" integer NOT NULL,
	"source" text NOT NULL,
	"columns" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "import_sources_user_id_source_pk" PRIMARY KEY("user_id","source")
);
--> statement-breakpoint
ALTER TABLE "import_rows" ADD COLUMN "corrections" "bytea";
--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "header_line" integer DEFAULT 1 NOT NULL;
--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "top" "bytea";
--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;
--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "proposed_at" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "import_sources" ADD CONSTRAINT "import_sources_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;

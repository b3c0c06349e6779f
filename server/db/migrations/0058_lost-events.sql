CREATE TABLE "election_lost_events" (
	"election_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"height" integer NOT NULL,
	"hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "election_lost_events_election_id_user_id_pk" PRIMARY KEY("election_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "election_lost_events" ADD CONSTRAINT "election_lost_events_election_id_elections_id_fk" FOREIGN KEY ("election_id") REFERENCES "public"."elections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "election_lost_events" ADD CONSTRAINT "election_lost_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "election_lost_events_of_user" ON "election_lost_events" USING btree ("user_id");
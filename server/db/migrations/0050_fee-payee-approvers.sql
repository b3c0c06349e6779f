CREATE TABLE "fee_payee_approvers" (
	"payee_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	CONSTRAINT "fee_payee_approvers_payee_id_user_id_pk" PRIMARY KEY("payee_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "fee_payee_approvers" ADD CONSTRAINT "fee_payee_approvers_payee_id_fee_payees_id_fk" FOREIGN KEY ("payee_id") REFERENCES "public"."fee_payees"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fee_payee_approvers" ADD CONSTRAINT "fee_payee_approvers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "fee_payee_approvers_of_user" ON "fee_payee_approvers" USING btree ("user_id");
--> statement-breakpoint
-- An account to pay into is proposed by one manager and confirmed by another, who could manage the book at the proposal.
-- Its details never change: another account is another row.
CREATE FUNCTION guard_fee_payee() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  problem text;
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.status <> 'proposed' OR NEW.decided_by IS NOT NULL OR NEW.decided_at IS NOT NULL OR NEW.retired_at IS NOT NULL THEN
      problem := 'a new account is a proposal';
    END IF;
  ELSIF (to_jsonb(NEW) - '{status,decided_by,decided_at,retired_at}'::text[])
     <> (to_jsonb(OLD) - '{status,decided_by,decided_at,retired_at}'::text[]) THEN
    problem := 'the details of an account never change';
  ELSIF NEW.status = OLD.status THEN
    IF NEW <> OLD THEN
      problem := 'a decided account never changes';
    END IF;
  ELSE
    IF (OLD.status, NEW.status) NOT IN (('proposed', 'active'), ('proposed', 'declined'), ('active', 'retired')) THEN
      problem := 'an account goes from proposed to active or declined, and from active to retired';
    ELSIF NEW.status IN ('active', 'declined') AND NEW.decided_at IS NULL THEN
      problem := 'a decision has a time';
    ELSIF NEW.status = 'active' AND (NEW.decided_by IS NULL OR NEW.decided_by = OLD.proposed_by OR NOT EXISTS (
        SELECT FROM fee_payee_approvers a WHERE a.payee_id = NEW.id AND a.user_id = NEW.decided_by)) THEN
      problem := 'a second manager confirms an account';
    ELSIF NEW.status = 'retired' AND NEW.retired_at IS NULL THEN
      problem := 'a retired account has the time of its end';
    END IF;
  END IF;
  IF problem IS NOT NULL THEN
    RAISE EXCEPTION '%', problem USING ERRCODE = 'check_violation', CONSTRAINT = 'fee_payees_guarded', TABLE = 'fee_payees';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER fee_payees_guarded BEFORE INSERT OR UPDATE ON fee_payees FOR EACH ROW EXECUTE FUNCTION guard_fee_payee();
--> statement-breakpoint
CREATE TRIGGER fee_payees_kept BEFORE DELETE OR TRUNCATE ON fee_payees
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_fee_change();
--> statement-breakpoint
-- Approvers are stored in the transaction of the proposal and never afterwards.
CREATE FUNCTION guard_fee_payee_approver() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM fee_payees p WHERE p.id = NEW.payee_id AND p.status = 'proposed'
      AND p.proposed_by <> NEW.user_id AND p.created_at = now()::timestamptz(3)) THEN
    RAISE EXCEPTION 'approvers are stored with the proposal'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'fee_payee_approvers_guarded', TABLE = 'fee_payee_approvers';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER fee_payee_approvers_guarded BEFORE INSERT ON fee_payee_approvers
  FOR EACH ROW EXECUTE FUNCTION guard_fee_payee_approver();
--> statement-breakpoint
CREATE TRIGGER fee_payee_approvers_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON fee_payee_approvers
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_fee_change();

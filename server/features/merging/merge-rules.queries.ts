// Rules for all database columns that refer to a user when two accounts are merged, one entry per table.
// A test compares the merge rules with the list of all user references, so that no column is forgotten.
import { sql } from 'drizzle-orm'
import { isVotingKeyOfMergedAccount } from '#server/features/elections/keys-of-merged-accounts.queries.ts'
import { chatMergeRules } from './chat-merge-rules.queries.ts'
import {
  type AccountIds,
  buildRuleForUserId,
  buildSqlToDeleteDuplicateRows,
  type TableRule,
} from './table-rule.queries.ts'

/**
 * Selects both registrations for the same activity and which one to keep.
 * The registration with the better status (attended, registered, waiting) is kept, and of equal ones the earlier.
 */
const selectDoubleRegistrations = ({ kept, gone }: AccountIds) => sql`
  select k.id as kept_row, g.id as gone_row, k.is_hidden or g.is_hidden as is_hidden,
         case when k.answers = '{}' then g.answers else k.answers end as answers,
         (array_position(array['waiting', 'registered', 'attended'], g.status), -g.id)
           > (array_position(array['waiting', 'registered', 'attended'], k.status), -k.id) as is_gone_better
    from activity_participants k join activity_participants g on g.activity_id = k.activity_id
   where k.user_id = ${kept} and g.user_id = ${gone}`

/** Merge rules of all tables; a merge applies them in this order. */
export const mergeRules: TableRule[] = [
  { table: 'users', columns: { id: 'stays', approved_by: 'stays', merged_into: 'moves' } },
  // A merge does not move history rows, because that would change the statistics of past months.
  { table: 'user_history', columns: { user_id: 'stays', changed_by: 'stays' } },
  { table: 'imports', columns: { created_by: 'moves', confirmed_by: 'moves', invited_by: 'moves' } },
  { table: 'import_rows', columns: { user_id: 'moves', duplicate_of: 'moves' } },
  {
    ...buildRuleForUserId('import_columns', 'moves'),
    resolveConflicts: buildSqlToDeleteDuplicateRows('import_columns', 'header'),
  },
  {
    ...buildRuleForUserId('import_sources', 'moves'),
    resolveConflicts: buildSqlToDeleteDuplicateRows('import_sources', 'source'),
  },
  { table: 'invitations', columns: { created_by: 'moves' } },
  {
    ...buildRuleForUserId('activity_helpers', 'moves'),
    resolveConflicts: buildSqlToDeleteDuplicateRows('activity_helpers', 'activity_id'),
  },
  buildRuleForUserId('offices', 'moves'),
  // Erasing the removed account ends its appointments to offices, so a merge moves only ended appointments.
  buildRuleForUserId('appointments', 'moves'),
  {
    table: 'office_handovers',
    columns: { to_id: 'moves' },
    // An office handover from one merged account to the other would have the same user on both sides, so it is ended.
    resolveConflicts: ({ kept, gone }) => [
      sql`update office_handovers h set status = 'ended', decided_at = now() from offices o
           where o.id = h.office_id and h.status = 'offered' and h.to_id in (${kept}, ${gone})
             and o.user_id in (${kept}, ${gone})`,
    ],
  },
  {
    // After a merge, the kept account has its own custom field values, and those of the removed account that it lacked.
    ...buildRuleForUserId('custom_field_values', 'moves'),
    resolveConflicts: buildSqlToDeleteDuplicateRows('custom_field_values', 'field_id'),
  },
  // Acceptance of the terms is personal to the account, so a merge does not transfer it.
  buildRuleForUserId('term_acceptances', 'stays'),
  {
    ...buildRuleForUserId('saved_views', 'moves'),
    resolveConflicts: ids => [
      ...buildSqlToDeleteDuplicateRows('saved_views', 'list', 'name', 'search')(ids),
      sql`update saved_views t set name = t.name || ' #' || t.id
           where t.user_id = ${ids.gone} and exists (
             select from saved_views k where k.user_id = ${ids.kept} and k.list = t.list and k.name = t.name)`,
    ],
  },
  {
    ...buildRuleForUserId('user_tags', 'moves'),
    resolveConflicts: buildSqlToDeleteDuplicateRows('user_tags', 'tag_id'),
  },
  {
    ...buildRuleForUserId('calendar_feeds', 'moves'),
    resolveConflicts: buildSqlToDeleteDuplicateRows('calendar_feeds', 'club_id'),
  },
  {
    table: 'activity_participants',
    columns: { user_id: 'moves', marked_by: 'moves' },
    resolveConflicts: ids => [
      sql`update activity_participants p set is_hidden = b.is_hidden, answers = b.answers from (${selectDoubleRegistrations(ids)}) b
           where p.id = case when b.is_gone_better then b.gone_row else b.kept_row end`,
      sql`delete from activity_participants p using (${selectDoubleRegistrations(ids)}) b
           where p.id = case when b.is_gone_better then b.kept_row else b.gone_row end`,
    ],
  },
  { table: 'fee_plans', columns: { created_by: 'moves' } },
  { table: 'fee_raisings', columns: { raised_by: 'moves' } },
  {
    ...buildRuleForUserId('fee_accounts', 'moves'),
    // The fee ledger is immutable, so a merge keeps both fee accounts. The removed user's account gets no new charges.
    resolveConflicts: ({ kept, gone }) => [
      sql`update fee_accounts t set merged_at = now()
           where t.user_id = ${gone} and t.merged_at is null and exists (
             select from fee_accounts k where k.user_id = ${kept} and k.merged_at is null
                and k.book_id = t.book_id and k.currency = t.currency)`,
    ],
  },
  { table: 'fee_charges', columns: { charged_by: 'stays' } },
  { table: 'fee_entries', columns: { made_by: 'stays' } },
  // A fee decision needs two different people. A merge must not make one account both proposer and decider.
  { table: 'fee_reversal_requests', columns: { requested_by: 'stays', decided_by: 'stays' } },
  { table: 'fee_payees', columns: { proposed_by: 'stays', decided_by: 'stays' } },
  buildRuleForUserId('fee_payee_approvers', 'stays'),
  { table: 'fee_slips', columns: { uploaded_by: 'stays', decided_by: 'stays' } },
  { table: 'activities', columns: { organizer_id: 'moves' } },
  { table: 'clubs', columns: { admin_id: 'moves' } },
  { table: 'club_history', columns: { changed_by: 'moves' } },
  { table: 'open_countries', columns: { opened_by: 'moves' } },
  ...chatMergeRules,
  { table: 'files', columns: { uploaded_by: 'moves' } },
  { table: 'announcements', columns: { author_id: 'moves', sent_by: 'moves' } },
  {
    ...buildRuleForUserId('announcement_recipients', 'moves'),
    resolveConflicts: ({ kept, gone }) => [
      sql`update announcement_recipients k
             set read_at = least(k.read_at, t.read_at), answer = coalesce(k.answer, t.answer),
                 answered_at = coalesce(k.answered_at, t.answered_at)
            from announcement_recipients t
           where k.user_id = ${kept} and t.user_id = ${gone} and t.announcement_id = k.announcement_id`,
      sql`with twice as (
            delete from announcement_recipients t using announcement_recipients k
             where t.user_id = ${gone} and k.user_id = ${kept} and k.announcement_id = t.announcement_id
            returning t.announcement_id)
          update announcements set recipient_count = recipient_count - 1 where id in (select announcement_id from twice)`,
    ],
  },
  { table: 'roll_calls', columns: { asked_by: 'moves' } },
  {
    ...buildRuleForUserId('roll_call_people', 'moves'),
    resolveConflicts: ({ kept, gone }) => [
      // If both merged accounts answered a roll call (safety check), the later answer is kept.
      sql`update roll_call_people k
             set state = t.state, note = t.note, place = t.place, answered_at = t.answered_at
            from roll_call_people t
           where k.user_id = ${kept} and t.user_id = ${gone} and t.roll_call_id = k.roll_call_id
             and t.answered_at is not null and (k.answered_at is null or t.answered_at > k.answered_at)`,
      sql`with twice as (
            delete from roll_call_people t using roll_call_people k
             where t.user_id = ${gone} and k.user_id = ${kept} and k.roll_call_id = t.roll_call_id
            returning t.roll_call_id)
          update roll_calls set asked_count = asked_count - 1 where id in (select roll_call_id from twice)`,
    ],
  },
  // Announced elections cannot be changed, so a merge leaves the id of the removed account in them.
  {
    table: 'elections',
    columns: { organiser_id: 'stays', annulment_proposed_by: 'stays', annulled_by: 'stays' },
  },
  buildRuleForUserId('election_candidates', 'stays'),
  buildRuleForUserId('election_trustees', 'stays'),
  // A merge deletes an election trustee's secret, because only the removed account's keys could decrypt it.
  buildRuleForUserId('election_trustee_secrets', 'goes'),
  buildRuleForUserId('election_objections', 'moves'),
  buildRuleForUserId('election_lost_events', 'goes'),
  {
    ...buildRuleForUserId('election_voters', 'moves'),
    // A voter's enrolment is valid only with the keys that signed it, so a merge requires a new enrolment.
    // When both accounts of a merge are on an electoral roll, one of them keeps the right to vote:
    // the removed account if it has cast a ballot, otherwise the kept account.
    resolveConflicts: ({ kept, gone }) => [
      sql`delete from election_voters t using elections e
           where e.id = t.election_id and e.status = 'announced' and t.user_id = ${gone}`,
      sql`update election_voters v set merged_at = now()
            from election_voters t, election_voters k
           where t.user_id = ${gone} and k.user_id = ${kept} and t.election_id = k.election_id
             and t.merged_at is null and k.merged_at is null and v.election_id = t.election_id
             and v.credential = case when exists (select from election_ballots b
               where b.election_id = t.election_id and b.credential = t.credential)
               then k.credential else t.credential end`,
    ],
  },
  // Opened motions cannot be changed, so both merged accounts remain voters, but only the kept account's vote counts.
  {
    table: 'motions',
    columns: { author_id: 'stays', proposer_id: 'stays', seconder_id: 'stays', closed_by: 'stays' },
  },
  buildRuleForUserId('motion_voters', 'stays'),
  buildRuleForUserId('motion_votes', 'stays'),
  buildRuleForUserId('notifications', 'moves'),
  buildRuleForUserId('mail_outbox', 'moves'),
  buildRuleForUserId('push_devices', 'goes'),
  buildRuleForUserId('account_tokens', 'goes'),
  buildRuleForUserId('sessions', 'goes'),
  // Moving activity participations during a merge fires triggers that write to member_engagement.
  // A merge deletes the removed account's row in member_engagement after it has moved the participations.
  buildRuleForUserId('member_engagement', 'goes'),
  buildRuleForUserId('trusted_devices', 'goes'),
  buildRuleForUserId('two_factor', 'goes'),
  buildRuleForUserId('passkeys', 'goes'),
  buildRuleForUserId('recovery_codes', 'goes'),
  buildRuleForUserId('data_downloads', 'goes'),
  // Encryption keys belong to one account. Deleting them removes the account's devices from all encrypted groups.
  buildRuleForUserId('user_keys', 'goes'),
  {
    ...buildRuleForUserId('key_wraps', 'stays'),
    // The owner of a removed account on a frozen electoral roll needs the keys of that account to vote.
    // Encrypted copies of the keys that signed an election enrolment are kept until voting in the election ends.
    resolveConflicts: ({ gone }) => [
      sql`delete from key_wraps w where w.user_id = ${gone} and not ${isVotingKeyOfMergedAccount}`,
    ],
  },
  buildRuleForUserId('key_devices', 'goes'),
  buildRuleForUserId('key_vaults', 'goes'),
  buildRuleForUserId('withdrawn_keys', 'goes'),
  buildRuleForUserId('user_names', 'goes'),
  buildRuleForUserId('key_links', 'goes'),
  buildRuleForUserId('epoch_boxes', 'goes'),
  { table: 'calls', columns: { started_by: 'moves' } },
  buildRuleForUserId('call_members', 'moves'),
  {
    ...buildRuleForUserId('call_declines', 'moves'),
    resolveConflicts: buildSqlToDeleteDuplicateRows('call_declines', 'call_id'),
  },
  // Audit events are immutable, so a merge leaves the id of the removed account in them.
  { table: 'audit_events', columns: { actor_id: 'stays', target_id: 'stays' } },
  {
    table: 'likely_pairs',
    columns: { low_id: 'goes', high_id: 'goes', dismissed_by: 'moves' },
    // A duplicate suggestion that was dismissed for the removed account is also dismissed for the kept account.
    resolveConflicts: ({ kept, gone }) => [
      sql`insert into likely_pairs (low_id, high_id, why, country, dismissed_at, dismissed_by, created_at)
          select least(x.id, ${kept}), greatest(x.id, ${kept}), p.why, p.country, p.dismissed_at, p.dismissed_by,
                 p.created_at
            from likely_pairs p
            cross join lateral (select case when p.low_id = ${gone} then p.high_id else p.low_id end as id) x
           where ${gone} in (p.low_id, p.high_id) and x.id <> ${kept}
          on conflict (low_id, high_id) do update
            set dismissed_at = coalesce(likely_pairs.dismissed_at, excluded.dismissed_at),
                dismissed_by = coalesce(likely_pairs.dismissed_by, excluded.dismissed_by)`,
    ],
  },
  { table: 'merge_requests', columns: { kept_id: 'goes', gone_id: 'goes', asked_by: 'goes' } },
]

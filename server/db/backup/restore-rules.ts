// Restore rules: state for each table whether a restore keeps a backup's rows, marks them as ended, or deletes them.
// Sessions, links and invitations revoked after the backup must not become valid again by a restore.
import type pg from 'pg'
import { getQualifiedTableName, type Table } from './format.ts'
import { quoteTableName } from './tables.ts'

interface Ending {
  /**
   * Columns that the SQL statement of this rule uses. The statement is skipped for older backups without these
   * columns.
   */
  columns: string[]
  statement: string
  /**
   * Message for the operator after a restore, printed after the number of rows: what happened to the rows and what
   * their owners must do.
   */
  notice?: string
}

interface RestoreRule {
  why: string
  endings: 'delete all rows' | Ending[]
  /** Message for the operator after a restore, printed after the number of deleted rows. */
  notice?: string
  /**
   * True when a migration inserts the first rows of the table. A database with only such rows counts as empty, and a
   * restore replaces them.
   */
  isSeeded?: true
}

/** Restore rule for a table whose rows are restored unchanged. */
const buildKeepRowsRule = (why: string): RestoreRule => ({ why, endings: [] })
/** Restore rule for a table whose rows are all deleted. */
const buildDeleteRowsRule = (why: string, notice?: string): RestoreRule => ({
  why,
  endings: 'delete all rows',
  notice,
})
/**
 * Restore rule for a table whose rows a restore marks as ended, because they may have ended after the backup was made.
 */
const buildEndRowsRule = (why: string, ...endings: Ending[]): RestoreRule => ({ why, endings })

const record = buildKeepRowsRule('A record of what happened; it grants nothing.')
const counter = buildKeepRowsRule('Computed from other tables, which come back as well.')
const content = buildKeepRowsRule('Content of members; it grants nothing.')
/**
 * Restore rule for decisions about people. The state at the time of the backup is restored; later decisions are lost.
 */
const decision = buildKeepRowsRule(
  'A decision about a person. The backup does not know whether it was revoked since.',
)
const encrypted = buildKeepRowsRule(
  'Only keys of the members open it; clients detect a server that was put back.',
)
const worker = buildKeepRowsRule('Names of tasks and queues of the job runner; it grants nothing.')

/**
 * Message that asks the operator to repeat decisions made after the backup. Undoing all earlier decisions would lock
 * members out.
 */
const decisionsToRepeat =
  'Decisions made after the backup are not in it. Repeat those you know of: passwords changed, passkeys, Google links and ' +
  'authenticator apps removed, accounts deactivated or erased, roles, club officers, activity helpers and group members ' +
  'removed, announcements withdrawn, countries closed, fee payments and receipts, card keys revoked (npm run admin -- rotate-card-key --revoke).'

/**
 * Restore rule of each table. Nothing that was revoked, used or finished after the backup may become valid again. The
 * backup cannot tell which rows these are, so the restore ends all rows of such tables. A test fails for a table
 * without a rule.
 */
export const restoreRules: Record<string, RestoreRule> = {
  'graphile_worker._private_job_queues': worker,
  'graphile_worker._private_jobs': buildDeleteRowsRule('A job that ran after the backup would run again.'),
  'graphile_worker._private_known_crontabs': worker,
  'graphile_worker._private_tasks': worker,
  'public.account_tokens': buildDeleteRowsRule(
    'A mailed link that was used or replaced would work again.',
    'mailed links no longer work; their recipients request new ones, and administrators invite imported members again.',
  ),
  'public.activities': buildEndRowsRule(
    'A public page that was closed would be public again, under the same URL.',
    {
      columns: ['public_key'],
      statement: 'update activities set public_key = null where public_key is not null',
      notice: 'public activity pages are closed; organisers open them again and share the new URL.',
    },
  ),
  'public.activity_helpers': decision,
  'public.activity_participants': content,
  'public.announcement_recipients': content,
  'public.announcement_rounds': buildEndRowsRule(
    'Members who were notified would be notified again. Rounds that clear a withdrawn announcement go on.',
    {
      columns: ['finished_at', 'kind'],
      statement: `update announcement_rounds set finished_at = now() where finished_at is null and kind <> 'clear'`,
    },
  ),
  'public.announcements': buildEndRowsRule(
    'An announcement that was held back or withdrawn would go out.',
    {
      columns: ['status', 'send_at', 'sent_by', 'recipient_count'],
      statement: `update announcements set status = 'draft', send_at = null, sent_by = null
                   where status = 'scheduled' or (status = 'sending' and recipient_count is null)`,
      notice:
        'scheduled announcements are drafts again; their authors schedule those that have not gone out.',
    },
    {
      columns: ['status'],
      statement: `update announcements set status = 'sent' where status = 'sending'`,
      notice: 'announcements were going out; no more members are notified of them.',
    },
  ),
  'public.appointments': decision,
  'public.audit_events': record,
  'public.backup_runs': buildDeleteRowsRule('The backup folder tells which backups there are.'),
  'public.blocked_people': decision,
  'public.calendar_feeds': buildDeleteRowsRule(
    'A calendar feed that was revoked would be served again.',
    'calendar feeds no longer work; their owners subscribe again with a new URL.',
  ),
  'public.call_declines': record,
  'public.call_members': buildEndRowsRule('Nobody is in a call that was under way.', {
    columns: ['left_at'],
    statement: 'update call_members set left_at = now() where left_at is null',
  }),
  'public.calls': buildEndRowsRule('A call that was under way has ended.', {
    columns: ['ended_at'],
    statement: 'update calls set ended_at = now() where ended_at is null',
  }),
  'public.club_history': record,
  'public.clubs': decision,
  'public.custom_field_values': content,
  'public.custom_fields': buildKeepRowsRule(
    'Definitions of fields. A field that was removed since the backup has its values again and can be removed again.',
  ),
  'public.data_downloads': buildDeleteRowsRule(
    'The prepared files are in no backup.',
    'prepared data downloads are gone; their owners request them again.',
  ),
  'public.election_ballots': encrypted,
  'public.election_candidates': content,
  'public.election_events': buildKeepRowsRule(
    'The log of an election; browsers of voters post missing ballots again.',
  ),
  'public.election_lost_events': content,
  'public.election_objections': content,
  'public.election_questions': content,
  'public.election_trustee_secrets': encrypted,
  'public.election_trustees': decision,
  'public.election_voters': decision,
  'public.elections': buildEndRowsRule(
    'People who were notified would be notified again. Ballots accepted after the backup are missing.',
    {
      columns: ['notice', 'status'],
      statement: `update elections set notice = null where notice is not null and status <> 'open'`,
    },
    {
      columns: ['notice', 'notice_up_to', 'status'],
      statement: `update elections set notice = 'opened', notice_up_to = 0 where status = 'open'`,
      notice:
        'open elections lack the ballots accepted after the backup; their voters are notified, and the devices of voters send lost ballots again.',
    },
  ),
  'public.epoch_boxes': encrypted,
  'public.fee_accounts': record,
  'public.fee_books': record,
  'public.fee_charges': record,
  'public.fee_entries': record,
  'public.fee_lines': record,
  'public.fee_payees': buildEndRowsRule('A proposed account that was declined could be confirmed.', {
    columns: ['status', 'decided_at'],
    statement: `update fee_payees set status = 'declined', decided_at = now() where status = 'proposed'`,
    notice: 'proposed payment accounts are declined; managers propose them again.',
  }),
  'public.fee_payee_approvers': record,
  'public.fee_payers': record,
  'public.fee_plans': decision,
  'public.fee_raisings': buildEndRowsRule('A plan that was closed would charge more members.', {
    columns: ['finished_at'],
    statement: 'update fee_raisings set finished_at = now() where finished_at is null',
    notice: 'fee plans were being raised; treasurers raise them again for the remaining members.',
  }),
  'public.fee_reasons': record,
  'public.fee_receipt_counters': record,
  'public.fee_receipts': record,
  'public.fee_reminders': record,
  'public.fee_reversal_requests': buildEndRowsRule('A reversal that was declined could be confirmed.', {
    columns: ['status', 'decided_at'],
    statement: `update fee_reversal_requests set status = 'declined', decided_at = now() where status = 'open'`,
    notice: 'requested reversals of fee entries are declined; treasurers request them again.',
  }),
  'public.fee_slips': content,
  'public.files': content,
  'public.group_epochs': encrypted,
  'public.group_members': decision,
  'public.group_roster': encrypted,
  'public.import_columns': content,
  'public.import_rows': content,
  'public.import_sources': content,
  'public.imports': buildEndRowsRule(
    'An import that was finished or undone would be written again, and its members invited again.',
    {
      columns: ['status'],
      statement: `update imports set status = 'stopped' where status in ('applying', 'undoing')`,
      notice: 'imports were under way and are stopped; an approver continues or undoes them.',
    },
    {
      columns: ['invited_by'],
      statement: 'update imports set invited_by = null where invited_by is not null',
    },
  ),
  'public.installation': buildKeepRowsRule('Names the key that the rows are encrypted with.'),
  'public.invitations': buildEndRowsRule(
    'An invitation that was revoked or used up would let people in again.',
    {
      columns: ['revoked_at'],
      statement: 'update invitations set revoked_at = now() where revoked_at is null and expires_at > now()',
      notice: 'invitations are revoked; their authors make new ones.',
    },
  ),
  'public.key_devices': encrypted,
  'public.key_links': buildDeleteRowsRule(
    'A request of a device for the keys is valid for two minutes, and may be answered.',
  ),
  'public.key_vaults': encrypted,
  'public.key_wraps': encrypted,
  'public.likely_pairs': decision,
  'public.mail_outbox': buildEndRowsRule(
    'Mail with a link that no longer works, or for many recipients, does not go out. Other waiting mail goes out at the ' +
      'next start, at worst a second time under the same Message-ID.',
    {
      columns: ['params'],
      statement: `delete from mail_outbox where status in ('queued', 'failed')
                     and (params ? 'token' or kind like 'roll\\_call.%')`,
      notice: 'waiting mails with links or roll-calls are dropped.',
    },
    {
      columns: ['announcement_id'],
      statement: `delete from mail_outbox where status in ('queued', 'failed') and announcement_id is not null`,
      notice: 'waiting mails of announcements are dropped.',
    },
  ),
  'public.member_changes': counter,
  'public.membership_counters': record,
  'public.merge_requests': buildDeleteRowsRule(
    'A merge that an owner refused, or that was withdrawn, would wait with the consent of the other owner.',
    'requests to merge accounts are gone; administrators request them again.',
  ),
  'public.message_counts': counter,
  'public.message_groups': content,
  'public.message_pins': content,
  'public.message_reactions': content,
  'public.message_reports': decision,
  'public.messages': content,
  'public.motion_voters': decision,
  'public.motion_votes': buildKeepRowsRule(
    'A vote by name; votes after the backup are missing and voters vote again.',
  ),
  'public.motions': buildEndRowsRule(
    'Voters who were notified would be notified again. Votes given after the backup are missing.',
    {
      columns: ['notice', 'status'],
      statement: `update motions set notice = null where notice is not null and status <> 'open'`,
    },
    {
      columns: ['notice', 'notice_up_to', 'status'],
      statement: `update motions set notice = 'opened', notice_up_to = 0 where status = 'open'`,
      notice: 'open motions lack the votes given after the backup; their voters are notified to vote again.',
    },
  ),
  'public.notifications': content,
  'public.office_handovers': buildEndRowsRule('An offer that was refused or withdrawn could be accepted.', {
    columns: ['status', 'decided_at'],
    statement: `update office_handovers set status = 'ended', decided_at = now() where status = 'offered'`,
    notice: 'offered handovers have ended; officers offer them again.',
  }),
  'public.offices': decision,
  'public.open_countries': { ...decision, isSeeded: true },
  'public.passkeys': buildKeepRowsRule(
    'A sign-in method; without it members could be locked out. Owners remove it again.',
  ),
  'public.positions': counter,
  'public.push_devices': buildDeleteRowsRule(
    'A device for which push was turned off would be notified again.',
  ),
  'public.queued_jobs': buildDeleteRowsRule('A job that ran after the backup would run again.'),
  'public.rate_limits': buildKeepRowsRule(
    'Attempts expire within a day; forgetting them would admit more of them.',
  ),
  'public.recovery_codes': buildDeleteRowsRule(
    'A recovery code that was used or replaced would sign in again.',
    'recovery codes no longer work; their owners sign in with the authenticator app and make new ones under Tetapan.',
  ),
  'public.retired_numbers': record,
  'public.roll_call_people': content,
  'public.roll_calls': buildEndRowsRule(
    'A roll-call that was closed would be open, and members asked again.',
    {
      columns: ['round_at', 'closed_at'],
      statement: `update roll_calls set round_at = null, closed_at = coalesce(closed_at, now())
                 where closed_at is null or round_at is not null`,
      notice: 'roll-calls are closed; administrators start those that are still needed again.',
    },
  ),
  'public.saved_views': content,
  'public.segments': content,
  'public.tags': content,
  'public.member_engagement': counter,
  'public.user_tags': content,
  'public.sessions': buildDeleteRowsRule(
    'A session that was ended would be valid again.',
    'sessions have ended; everybody signs in again.',
  ),
  'public.signing_keys': buildKeepRowsRule(
    'Withdrawing every key would withdraw every certificate. An operator who revoked a key does so again.',
  ),
  'public.summaries': counter,
  'public.term_acceptances': record,
  'public.trusted_devices': buildDeleteRowsRule(
    'A device whose trust was revoked would skip the second factor again.',
  ),
  'public.two_factor': buildEndRowsRule(
    'The authenticator app stays, so that nobody is locked out. A code that was entered shortly before is not valid again.',
    {
      columns: ['last_step'],
      // A restore marks authenticator codes as used up to and including the next 30-second step.
      // The next step is included, because the server accepts a code one step early.
      statement:
        'update two_factor set last_step = greatest(last_step, floor(extract(epoch from now()) / 30)::bigint + 1)',
    },
  ),
  'public.unpaired': counter,
  'public.user_history': record,
  'public.user_keys': encrypted,
  'public.user_names': encrypted,
  'public.users': buildEndRowsRule(
    'Accounts come back with the password, role and status of that time. A browser that its owner disowned would sign in ' +
      'without a mail about a new device, so no browser is known any more.',
    {
      columns: ['known_since'],
      statement: 'update users set known_since = now() where erased_at is null',
    },
  ),
  'public.withdrawn_keys': encrypted,
}

/** True when migrations insert rows into the table. A restore treats a table with only such rows as empty. */
export const isTableSeededByMigrations = (table: Table): boolean =>
  restoreRules[getQualifiedTableName(table)]?.isSeeded === true

interface Ended {
  rows: number
  notice: string
}

/** Builds the operator's report after a restore: which sessions and links it ended, and what the operator must do. */
export function buildRestoreReport(ended: Ended[]): string[] {
  return [...ended.map(({ rows, notice }) => `${rows} ${notice}`), decisionsToRepeat]
}

function getStatusEndingsOfTable(table: Table): Ending[] {
  const rule = restoreRules[getQualifiedTableName(table)]
  if (!rule) return []
  if (rule.endings !== 'delete all rows') return rule.endings
  return [{ columns: [], statement: `delete from ${quoteTableName(table)}`, notice: rule.notice }]
}

/** Applies the restore rules in the transaction of the restore, so that revoked sessions and links are never valid. */
export async function endSessionsLinksAndJobsAfterRestore(
  client: pg.ClientBase,
  tables: Table[],
): Promise<Ended[]> {
  const ended: Ended[] = []
  for (const table of tables) {
    for (const { columns, statement, notice } of getStatusEndingsOfTable(table)) {
      if (!columns.every(name => table.columns.includes(name))) continue
      const { rowCount } = await client.query(statement)
      if (notice && rowCount) ended.push({ rows: rowCount, notice })
    }
  }
  return ended
}

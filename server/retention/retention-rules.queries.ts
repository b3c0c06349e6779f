// Retention rules: how long each kind of data is kept, and why. The retention job deletes expired rows by these rules.
// The page about stored personal data lists the retention rules, so the published periods always apply.
import { type SQL, sql } from 'drizzle-orm'
import { isVotingKeyOfMergedAccount } from '#server/features/elections/keys-of-merged-accounts.queries.ts'
import { leaverValueDays, removedFieldDays } from '#shared/contracts/custom-fields/field-kinds.ts'
import { fillText } from '#shared/language/texts.ts'
import { retentionText } from '#texts/data-references.ts'

export interface RetentionRule {
  /**
   * Key of the texts that the page about stored personal data shows for this rule: kind of data, retention period and
   * reason.
   */
  name: keyof typeof retentionText
  tables: string[]
  /**
   * Deletes at most `limit` expired rows. Omitted when a job of the feature deletes the rows together with related
   * rows.
   */
  remove?: (limit: number) => SQL
}

/**
 * Months for which a rejected application is kept, so that the applicant can ask why or apply again (see the terms).
 */
export const rejectedApplicationMonths = 12

/** Describes a retention rule in the current language: the kind of data, the retention period and the reason. */
export function describeRetentionRule({ name }: RetentionRule): { what: string; kept: string; why: string } {
  const { what, kept, why } = retentionText[name]
  return { what, kept: fillText(kept, { months: rejectedApplicationMonths }), why }
}

/** Builds an SQL statement that deletes up to `limit` rows matching the condition. */
const createDeleteRule =
  (table: string, condition: string, key = 'id') =>
  (limit: number) =>
    sql`delete from ${sql.raw(table)} where ${sql.raw(key)} in
    (select ${sql.raw(key)} from ${sql.raw(table)} where ${sql.raw(condition)} limit ${limit})`

/**
 * Builds a deletion rule for a large table with ascending ids.
 * It examines only the `limit` rows of lowest id.
 */
const createDeleteOldestRule = (table: string, condition: string) => (limit: number) =>
  sql`delete from ${sql.raw(table)} t using
    (select id from ${sql.raw(table)} order by id limit ${limit}) first where t.id = first.id and ${sql.raw(condition)}`

const isFieldExpired = sql.raw(`f.removed_at < now() - interval '${removedFieldDays} days'`)

export const retentionRules: RetentionRule[] = [
  {
    name: 'rejectedApplications',
    tables: [],
  },
  {
    name: 'sessions',
    tables: ['sessions'],
    remove: createDeleteRule('sessions', 'expires_at < now()'),
  },
  {
    name: 'trustedDevices',
    tables: ['trusted_devices'],
    remove: createDeleteRule('trusted_devices', 'expires_at < now()'),
  },
  {
    name: 'accountTokens',
    tables: ['account_tokens'],
    // A mailed link is valid from the time when its mail is sent, so a delay of the mail does not shorten the validity.
    remove: createDeleteRule('account_tokens', `expires_at < now() - interval '30 days'`),
  },
  {
    name: 'rateLimits',
    tables: ['rate_limits'],
    remove: createDeleteRule('rate_limits', 'expires_at < now()', 'key'),
  },
  {
    name: 'keyLinks',
    tables: ['key_links'],
    remove: createDeleteRule('key_links', 'expires_at < now()'),
  },
  {
    name: 'mergedVotingKeys',
    tables: ['key_wraps'],
    remove: limit => sql`delete from key_wraps where id in (
      select w.id from key_wraps w join users u on u.id = w.user_id
       where u.merged_into is not null and not ${isVotingKeyOfMergedAccount} limit ${limit})`,
  },
  {
    name: 'mergeRequests',
    tables: ['merge_requests'],
    remove: createDeleteRule('merge_requests', 'expires_at < now()'),
  },
  {
    name: 'messageReports',
    tables: ['message_reports'],
    // A report with a disclosed private message is kept as long as the moderator's decision about it can be challenged.
    remove: createDeleteRule('message_reports', `decided_at < now() - interval '90 days'`),
  },
  {
    name: 'memberTags',
    tables: ['user_tags'],
    remove: limit => sql`delete from user_tags where (tag_id, user_id) in (
      (select tag_id, user_id from user_tags where outside_since < now() - interval '90 days' limit ${limit})
      union all
      (select ut.tag_id, ut.user_id from tags g join user_tags ut on ut.tag_id = g.id
        where g.removed_at is not null limit ${limit}) limit ${limit})`,
  },
  {
    name: 'removedTags',
    tables: ['tags'],
    remove: createDeleteRule(
      'tags',
      'removed_at is not null and not exists (select from user_tags ut where ut.tag_id = tags.id)',
    ),
  },
  {
    name: 'notifications',
    tables: ['notifications'],
    remove: createDeleteOldestRule('notifications', `t.created_at < now() - interval '12 months'`),
  },
  {
    name: 'mails',
    tables: ['mail_outbox'],
    // Records of bounced mails are kept, so that no further mails are sent to their email addresses.
    remove: createDeleteOldestRule(
      'mail_outbox',
      `t.status in ('sent', 'refused') and t.created_at < now() - interval '12 months'`,
    ),
  },
  {
    name: 'invitations',
    tables: ['invitations'],
    remove: createDeleteRule('invitations', `expires_at < now() - interval '12 months'`),
  },
  {
    name: 'imports',
    tables: ['imports', 'import_rows'],
  },
  {
    name: 'rollCalls',
    tables: ['roll_calls', 'roll_call_people'],
  },
  {
    name: 'leaverFieldValues',
    tables: ['custom_field_values'],
    remove: createDeleteRule(
      'custom_field_values',
      `left_at < now() - interval '${leaverValueDays} days'`,
      'ctid',
    ),
  },
  {
    name: 'removedFields',
    tables: ['custom_fields', 'custom_field_values'],
    // Deletes a removed custom field's values in batches, and the field itself in a later run, once no value is left.
    remove: limit => sql`
      with ended as (
        delete from custom_fields f where ${isFieldExpired}
           and not exists (select from custom_field_values v where v.field_id = f.id))
      delete from custom_field_values where ctid in (
        select v.ctid from custom_field_values v join custom_fields f on f.id = v.field_id and ${isFieldExpired}
         limit ${limit})`,
  },
  {
    name: 'receiptNames',
    tables: ['fee_payers'],
    remove: createDeleteRule('fee_payers', 'erase_at < now()', 'receipt_id'),
  },
  {
    name: 'dataDownloads',
    tables: ['data_downloads'],
  },
  {
    name: 'backupRuns',
    tables: ['backup_runs'],
    remove: createDeleteRule(
      'backup_runs',
      `started_at < now() - interval '12 months' and removed_at is not null`,
    ),
  },
]

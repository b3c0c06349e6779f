// Rules for all database columns that refer to a user when two accounts are merged, one entry per table.
// `kept` is the id of the account that remains, `gone` the id of the account that is removed.
// A test compares this list with the list of all user references, so that no column is forgotten.
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection/client.ts'

interface AccountIds {
  kept: SQL
  gone: SQL
}

/**
 * Treatment of a column that refers to the removed account.
 * `moves`: the row is assigned to the kept account.
 * `goes`: the row is deleted, because it belongs to the account and not to the person, such as a session.
 * `stays`: the row is unchanged, because it is immutable or part of past statistics; readers follow merged_into.
 */
type ColumnRule = 'moves' | 'goes' | 'stays'

interface TableRule {
  table: string
  columns: Record<string, ColumnRule>
  /** Statements that resolve unique key conflicts before rows are moved. */
  resolveConflicts?: (ids: AccountIds) => SQL[]
  /** Condition that restricts which rows are moved. */
  rowFilter?: SQL
}

/** Deletes rows of the removed account that duplicate a row of the kept account, compared by `key` columns. */
function deleteDuplicates(table: string, ...key: string[]) {
  const isSame = sql.raw(key.map(column => `k.${column} is not distinct from t.${column}`).join(' and '))
  return ({ kept, gone }: AccountIds) => [
    sql`delete from ${sql.raw(table)} t where t.user_id = ${gone}
      and exists (select from ${sql.raw(table)} k where k.user_id = ${kept} and ${isSame})`,
  ]
}

const ruleForUserId = (table: string, rule: ColumnRule): TableRule => ({ table, columns: { user_id: rule } })

/** Condition for unencrypted groups; encrypted messages are bound to their sender id and must not be moved. */
const isInUnencryptedGroup = (column: string) =>
  sql.raw(`exists (select from message_groups p where p.id = ${column} and not p.encrypted)`)

/**
 * Selects both registrations for the same activity and which one to keep.
 * The registration with the better status wins (attended, registered, waiting), then the earlier one.
 */
const selectDoubleRegistrations = ({ kept, gone }: AccountIds) => sql`
  select k.id as kept_row, g.id as gone_row, k.is_hidden or g.is_hidden as is_hidden,
         case when k.answers = '{}' then g.answers else k.answers end as answers,
         (array_position(array['waiting', 'registered', 'attended'], g.status), -g.id)
           > (array_position(array['waiting', 'registered', 'attended'], k.status), -k.id) as is_gone_better
    from activity_participants k join activity_participants g on g.activity_id = k.activity_id
   where k.user_id = ${kept} and g.user_id = ${gone}`

const groupRoleRanks = sql.raw(`array['member', 'admin', 'owner']`)

/** Adds the kept account to the groups, with the higher role and the furthest read position of the two. */
const joinGroups = ({ kept, gone }: AccountIds) => sql`
  insert into group_members as k (group_id, user_id, role, last_read_seq, muted_until, is_pinned, mentioned_seq, joined_at)
  select m.group_id, ${kept}, m.role, m.last_read_seq, m.muted_until, m.is_pinned, m.mentioned_seq, m.joined_at
    from group_members m join message_groups g on g.id = m.group_id
   where m.user_id = ${gone} and g.direct_key is null
  on conflict (group_id, user_id) do update
    set role = case when array_position(${groupRoleRanks}, excluded.role) > array_position(${groupRoleRanks}, k.role)
                    then excluded.role else k.role end,
        last_read_seq = greatest(k.last_read_seq, excluded.last_read_seq), is_pinned = k.is_pinned or excluded.is_pinned,
        mentioned_seq = greatest(k.mentioned_seq, excluded.mentioned_seq),
        joined_at = least(k.joined_at, excluded.joined_at)`

/** Selects direct messages of the removed account: the peer, and the direct key after the merge. */
const selectDirectMessages = ({ kept, gone }: AccountIds) => sql`
  select g.id, g.encrypted, x.peer, least(x.peer, ${kept}) || ':' || greatest(x.peer, ${kept}) as key
    from group_members m join message_groups g on g.id = m.group_id and g.direct_key is not null
    cross join lateral (select case when split_part(g.direct_key, ':', 1)::int = ${gone}
      then split_part(g.direct_key, ':', 2)::int else split_part(g.direct_key, ':', 1)::int end as peer) x
   where m.user_id = ${gone}`

const moveGroupMemberships = (ids: AccountIds): SQL[] => [
  // Encrypted direct messages are closed and stay as they are, because the kept account lacks the keys.
  sql`update message_groups set is_active = false
       where id in (select c.id from (${selectDirectMessages(ids)}) c where c.encrypted or c.peer = ${ids.kept})`,
  // Unencrypted direct messages move; when the kept account has one with the same peer, the moved one is closed.
  sql`update message_groups g
         set direct_key = case when t.is_taken then null else c.key end, is_active = g.is_active and not t.is_taken
        from (${selectDirectMessages(ids)}) c
        cross join lateral (select exists (select from message_groups o where o.direct_key = c.key) as is_taken) t
       where g.id = c.id and not c.encrypted and c.peer <> ${ids.kept}`,
  sql`insert into group_members (group_id, user_id, role, last_read_seq)
      select m.group_id, ${ids.kept}, m.role, m.last_read_seq from group_members m join message_groups g on g.id = m.group_id
       where m.user_id = ${ids.gone} and not g.encrypted and g.direct_key is not null
         and ${ids.kept}::text = any(string_to_array(g.direct_key, ':'))
         and not ${ids.gone}::text = any(string_to_array(g.direct_key, ':'))
      on conflict do nothing`,
  joinGroups(ids),
  sql`delete from group_members m using message_groups g
       where g.id = m.group_id and m.user_id = ${ids.gone}
         and (g.direct_key is null or not ${ids.gone}::text = any(string_to_array(g.direct_key, ':')))`,
]

export const mergeRules: TableRule[] = [
  { table: 'users', columns: { id: 'stays', approved_by: 'stays', merged_into: 'moves' } },
  // Moving history rows would change the statistics of past months.
  { table: 'user_history', columns: { user_id: 'stays', changed_by: 'stays' } },
  { table: 'imports', columns: { created_by: 'moves', confirmed_by: 'moves', invited_by: 'moves' } },
  { table: 'import_rows', columns: { user_id: 'moves', duplicate_of: 'moves' } },
  {
    ...ruleForUserId('import_columns', 'moves'),
    resolveConflicts: deleteDuplicates('import_columns', 'header'),
  },
  { table: 'invitations', columns: { created_by: 'moves' } },
  {
    ...ruleForUserId('activity_helpers', 'moves'),
    resolveConflicts: deleteDuplicates('activity_helpers', 'activity_id'),
  },
  ruleForUserId('offices', 'moves'),
  {
    table: 'office_handovers',
    columns: { to_id: 'moves' },
    // A handover between the two accounts would become one to the same user, so it is ended.
    resolveConflicts: ({ kept, gone }) => [
      sql`update office_handovers h set status = 'ended', decided_at = now() from offices o
           where o.id = h.office_id and h.status = 'offered' and h.to_id in (${kept}, ${gone})
             and o.user_id in (${kept}, ${gone})`,
    ],
  },
  // Acceptance of the terms is personal to the account and is not transferred.
  ruleForUserId('term_acceptances', 'stays'),
  {
    ...ruleForUserId('saved_views', 'moves'),
    resolveConflicts: ids => [
      ...deleteDuplicates('saved_views', 'list', 'name', 'search')(ids),
      sql`update saved_views t set name = t.name || ' #' || t.id
           where t.user_id = ${ids.gone} and exists (
             select from saved_views k where k.user_id = ${ids.kept} and k.list = t.list and k.name = t.name)`,
    ],
  },
  {
    ...ruleForUserId('calendar_feeds', 'moves'),
    resolveConflicts: deleteDuplicates('calendar_feeds', 'club_id'),
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
  { table: 'activities', columns: { organizer_id: 'moves' } },
  { table: 'clubs', columns: { admin_id: 'moves' } },
  { table: 'club_history', columns: { changed_by: 'moves' } },
  // Memberships are inserted and deleted instead of updated, because triggers publish joins and leaves.
  { ...ruleForUserId('group_members', 'stays'), resolveConflicts: moveGroupMemberships },
  { table: 'message_groups', columns: { created_by: 'stays' } },
  {
    table: 'messages',
    columns: { sender_id: 'moves', recipient_id: 'stays' },
    rowFilter: isInUnencryptedGroup('messages.group_id'),
    resolveConflicts: ({ kept, gone }) => [
      // Conflicting client ids are cleared; only the signed-out devices of the removed account used them.
      sql`update messages m set client_id = null where m.sender_id = ${gone} and m.client_id in (
            select k.client_id from messages k where k.sender_id = ${kept}) and ${isInUnencryptedGroup('m.group_id')}`,
    ],
  },
  {
    ...ruleForUserId('message_reactions', 'moves'),
    rowFilter: sql.raw(
      `exists (select from messages m join message_groups p on p.id = m.group_id
        where m.id = message_reactions.message_id and not p.encrypted)`,
    ),
    resolveConflicts: ({ kept, gone }) => [
      sql`with twice as (
            delete from message_reactions t using message_reactions k, messages m
             where t.user_id = ${gone} and k.user_id = ${kept} and k.message_id = t.message_id and m.id = t.message_id
               and ${isInUnencryptedGroup('m.group_id')}
            returning t.message_id)
          update messages set reaction_count = reaction_count - 1 where id in (select message_id from twice)`,
    ],
  },
  {
    table: 'blocked_people',
    columns: { user_id: 'moves', blocked_id: 'moves' },
    resolveConflicts: ({ kept, gone }) => [
      sql`delete from blocked_people where user_id in (${kept}, ${gone}) and blocked_id in (${kept}, ${gone})`,
      ...deleteDuplicates('blocked_people', 'blocked_id')({ kept, gone }),
      sql`delete from blocked_people t where t.blocked_id = ${gone} and exists (
            select from blocked_people k where k.blocked_id = ${kept} and k.user_id = t.user_id)`,
    ],
  },
  {
    table: 'message_reports',
    columns: { reporter_id: 'moves', sender_id: 'moves', decided_by: 'moves' },
    // Reports of encrypted messages are bound to the sender's keys and are not moved.
    rowFilter: isInUnencryptedGroup('message_reports.group_id'),
    resolveConflicts: ({ kept, gone }) => [
      sql`delete from message_reports t where t.reporter_id = ${gone} and exists (
            select from message_reports k where k.reporter_id = ${kept} and k.message_id = t.message_id)`,
    ],
  },
  { table: 'files', columns: { uploaded_by: 'moves' } },
  { table: 'announcements', columns: { author_id: 'moves', sent_by: 'moves' } },
  {
    ...ruleForUserId('announcement_recipients', 'moves'),
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
    ...ruleForUserId('roll_call_people', 'moves'),
    resolveConflicts: ({ kept, gone }) => [
      // The later answer wins, because it describes the current situation of the person.
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
  ruleForUserId('notifications', 'moves'),
  ruleForUserId('mail_outbox', 'moves'),
  ruleForUserId('push_devices', 'goes'),
  ruleForUserId('account_tokens', 'goes'),
  ruleForUserId('sessions', 'goes'),
  ruleForUserId('trusted_devices', 'goes'),
  ruleForUserId('two_factor', 'goes'),
  ruleForUserId('passkeys', 'goes'),
  ruleForUserId('recovery_codes', 'goes'),
  ruleForUserId('data_downloads', 'goes'),
  // Encryption keys are bound to the account; deleting them removes its devices from every encrypted group.
  ruleForUserId('user_keys', 'goes'),
  ruleForUserId('key_wraps', 'goes'),
  ruleForUserId('key_devices', 'goes'),
  ruleForUserId('key_vaults', 'goes'),
  ruleForUserId('withdrawn_keys', 'goes'),
  ruleForUserId('user_names', 'goes'),
  ruleForUserId('key_links', 'goes'),
  ruleForUserId('epoch_boxes', 'goes'),
  { table: 'calls', columns: { started_by: 'moves' } },
  ruleForUserId('call_members', 'moves'),
  {
    ...ruleForUserId('call_declines', 'moves'),
    resolveConflicts: deleteDuplicates('call_declines', 'call_id'),
  },
  // Audit events are immutable.
  { table: 'audit_events', columns: { actor_id: 'stays', target_id: 'stays' } },
  {
    table: 'likely_pairs',
    columns: { low_id: 'goes', high_id: 'goes', dismissed_by: 'moves' },
    // Dismissals of pairs with the removed account also apply to the kept account.
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

function buildStatements(ids: AccountIds): SQL[] {
  return mergeRules.flatMap(({ table, columns, resolveConflicts, rowFilter }) => [
    ...(resolveConflicts?.(ids) ?? []),
    ...Object.entries(columns).flatMap(([column, rule]) => {
      const refersToGone = sql`${sql.identifier(column)} = ${ids.gone}`
      if (rule === 'goes') return [sql`delete from ${sql.identifier(table)} where ${refersToGone}`]
      if (rule === 'stays') return []
      const condition = rowFilter ? sql`${refersToGone} and ${rowFilter}` : refersToGone
      return [
        sql`update ${sql.identifier(table)} set ${sql.identifier(column)} = ${ids.kept} where ${condition}`,
      ]
    }),
  ])
}

/**
 * Applies all merge rules in one round trip, because senders to the user's groups are blocked meanwhile.
 * The call can be repeated to move records that were in flight during the first run.
 */
export async function moveUserReferences(db: Db, kept: number, gone: number): Promise<void> {
  // Ids are inlined, because a multi-statement query cannot have parameters.
  const ids = { kept: sql.raw(String(Number(kept))), gone: sql.raw(String(Number(gone))) }
  await db.execute(sql.join(buildStatements(ids), sql`;\n`))
}

// Rules for merging the groups, messages and moderation of two accounts.
import { type SQL, sql } from 'drizzle-orm'
import {
  type AccountIds,
  buildRuleForUserId,
  buildSqlToDeleteDuplicateRows,
  type TableRule,
} from './table-rule.queries.ts'

/**
 * SQL condition for unencrypted groups. A merge cannot move encrypted messages, because their sender's id is signed.
 */
const buildUnencryptedGroupCondition = (column: string) =>
  sql.raw(`exists (select from message_groups p where p.id = ${column} and not p.encrypted)`)

const groupRoleRanks = sql.raw(`array['member', 'admin', 'owner']`)

/** Adds the kept account to both accounts' groups, with the higher role and the later read position of the two. */
const addToGroupsOfMergedAccount = ({ kept, gone }: AccountIds) => sql`
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

/**
 * Selects direct conversations of the removed account, with the other person and the `direct_key` (pair of
 * user ids) that the conversation gets.
 */
const selectDirectMessages = ({ kept, gone }: AccountIds) => sql`
  select g.id, g.encrypted, x.peer, least(x.peer, ${kept}) || ':' || greatest(x.peer, ${kept}) as key
    from group_members m join message_groups g on g.id = m.group_id and g.direct_key is not null
    cross join lateral (select case when split_part(g.direct_key, ':', 1)::int = ${gone}
      then split_part(g.direct_key, ':', 2)::int else split_part(g.direct_key, ':', 1)::int end as peer) x
   where m.user_id = ${gone}`

const moveGroupMemberships = (ids: AccountIds): SQL[] => [
  // A merge closes the removed account's encrypted direct chats, because the kept account lacks their keys.
  sql`update message_groups set is_active = false
       where id in (select c.id from (${selectDirectMessages(ids)}) c where c.encrypted or c.peer = ${ids.kept})`,
  // A merge moves unencrypted direct chats. It closes a chat if the kept account has one with that peer.
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
  addToGroupsOfMergedAccount(ids),
  sql`delete from group_members m using message_groups g
       where g.id = m.group_id and m.user_id = ${ids.gone}
         and (g.direct_key is null or not ${ids.gone}::text = any(string_to_array(g.direct_key, ':')))`,
]

export const chatMergeRules: TableRule[] = [
  // A merge inserts and deletes group memberships instead of updating them, because triggers publish joins and leaves.
  { ...buildRuleForUserId('group_members', 'stays'), resolveConflicts: moveGroupMemberships },
  { table: 'message_groups', columns: { created_by: 'stays' } },
  {
    table: 'messages',
    columns: { sender_id: 'moves', recipient_id: 'stays' },
    rowFilter: buildUnencryptedGroupCondition('messages.group_id'),
    resolveConflicts: ({ kept, gone }) => [
      // Client-generated message ids that both accounts used are cleared on messages of the removed account.
      // Clearing a message id is safe: only signed-out devices of the removed account could send it again.
      sql`update messages m set client_id = null where m.sender_id = ${gone} and m.client_id in (
            select k.client_id from messages k where k.sender_id = ${kept}) and ${buildUnencryptedGroupCondition('m.group_id')}`,
    ],
  },
  {
    ...buildRuleForUserId('message_reactions', 'moves'),
    rowFilter: sql.raw(
      `exists (select from messages m join message_groups p on p.id = m.group_id
        where m.id = message_reactions.message_id and not p.encrypted)`,
    ),
    resolveConflicts: ({ kept, gone }) => [
      sql`with twice as (
            delete from message_reactions t using message_reactions k, messages m
             where t.user_id = ${gone} and k.user_id = ${kept} and k.message_id = t.message_id and m.id = t.message_id
               and ${buildUnencryptedGroupCondition('m.group_id')}
            returning t.message_id)
          update messages set reaction_count = reaction_count - 1 where id in (select message_id from twice)`,
    ],
  },
  {
    table: 'blocked_people',
    columns: { user_id: 'moves', blocked_id: 'moves' },
    resolveConflicts: ({ kept, gone }) => [
      sql`delete from blocked_people where user_id in (${kept}, ${gone}) and blocked_id in (${kept}, ${gone})`,
      ...buildSqlToDeleteDuplicateRows('blocked_people', 'blocked_id')({ kept, gone }),
      sql`delete from blocked_people t where t.blocked_id = ${gone} and exists (
            select from blocked_people k where k.blocked_id = ${kept} and k.user_id = t.user_id)`,
    ],
  },
  {
    table: 'message_reports',
    columns: { reporter_id: 'moves', sender_id: 'moves', decided_by: 'moves' },
    // Reports of encrypted messages are bound to the sender's keys, so a merge of accounts does not move them.
    rowFilter: buildUnencryptedGroupCondition('message_reports.group_id'),
    resolveConflicts: ({ kept, gone }) => [
      sql`delete from message_reports t where t.reporter_id = ${gone} and exists (
            select from message_reports k where k.reporter_id = ${kept} and k.message_id = t.message_id)`,
    ],
  },
]

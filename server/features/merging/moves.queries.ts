// What becomes of everything that speaks of somebody whose account becomes part of another: one record a table, for each
// column that holds a person's id. A test holds this list against that of all traces, so that no table can be forgotten.
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'

interface Two {
  kept: SQL
  gone: SQL
}

/**
 * `moves`: it is the other's from now on. `goes`: it was of the account and not of the person. `stays`: it cannot be
 * written anew, or would say something else of the past; who reads it follows `users.merged_into`.
 */
type Fate = 'moves' | 'goes' | 'stays'

interface Move {
  table: string
  columns: Record<string, Fate>
  /** Where both may have what only one of them can: what is done about that beforehand. */
  first?: (two: Two) => SQL[]
  /** Of the rows that would move only these do. */
  only?: SQL
}

/** Of what both have, the row of the one who goes is dropped: it says nothing that the other does not. */
function droppedTwice(table: string, ...key: string[]) {
  const isSame = sql.raw(key.map(column => `k.${column} is not distinct from t.${column}`).join(' and '))
  return ({ kept, gone }: Two) => [
    sql`delete from ${sql.raw(table)} t where t.user_id = ${gone}
      and exists (select from ${sql.raw(table)} k where k.user_id = ${kept} and ${isSame})`,
  ]
}

const own = (table: string, fate: Fate): Move => ({ table, columns: { user_id: fate } })

/** What was sealed and signed names its sender: under another name nobody could open it. */
const inPlainGroups = (column: string) =>
  sql.raw(`exists (select from message_groups p where p.id = ${column} and not p.encrypted)`)

/** Both rows of one activity, and which of them says more: who came, then who has a place, then who asked first. */
const bothTakePart = ({ kept, gone }: Two) => sql`
  select k.id as kept_row, g.id as gone_row, k.is_hidden or g.is_hidden as is_hidden,
         case when k.answers = '{}' then g.answers else k.answers end as answers,
         (array_position(array['waiting', 'registered', 'attended'], g.status), -g.id)
           > (array_position(array['waiting', 'registered', 'attended'], k.status), -k.id) as is_gone_better
    from activity_participants k join activity_participants g on g.activity_id = k.activity_id
   where k.user_id = ${kept} and g.user_id = ${gone}`

const ranks = sql.raw(`array['member', 'admin', 'owner']`)

/** Into the groups, or further in: with the higher role, and as far as either has read. */
const intoGroups = ({ kept, gone }: Two) => sql`
  insert into group_members as k (group_id, user_id, role, last_read_seq, muted_until, is_pinned, mentioned_seq, joined_at)
  select m.group_id, ${kept}, m.role, m.last_read_seq, m.muted_until, m.is_pinned, m.mentioned_seq, m.joined_at
    from group_members m join message_groups g on g.id = m.group_id
   where m.user_id = ${gone} and g.direct_key is null
  on conflict (group_id, user_id) do update
    set role = case when array_position(${ranks}, excluded.role) > array_position(${ranks}, k.role)
                    then excluded.role else k.role end,
        last_read_seq = greatest(k.last_read_seq, excluded.last_read_seq), is_pinned = k.is_pinned or excluded.is_pinned,
        mentioned_seq = greatest(k.mentioned_seq, excluded.mentioned_seq),
        joined_at = least(k.joined_at, excluded.joined_at)`

/** The other of a conversation of two, and the key that it would have. */
const conversations = ({ kept, gone }: Two) => sql`
  select g.id, g.encrypted, x.peer, least(x.peer, ${kept}) || ':' || greatest(x.peer, ${kept}) as key
    from group_members m join message_groups g on g.id = m.group_id and g.direct_key is not null
    cross join lateral (select case when split_part(g.direct_key, ':', 1)::int = ${gone}
      then split_part(g.direct_key, ':', 2)::int else split_part(g.direct_key, ':', 1)::int end as peer) x
   where m.user_id = ${gone}`

const inGroups = (two: Two): SQL[] => [
  // What two have sealed for each other stays theirs, and is over: nobody else has the keys, whatever a server says.
  sql`update message_groups set is_active = false
       where id in (select c.id from (${conversations(two)}) c where c.encrypted or c.peer = ${two.kept})`,
  // What was said in the open goes along; where both talked to the same person, as a second one that is over.
  sql`update message_groups g
         set direct_key = case when t.is_taken then null else c.key end, is_active = g.is_active and not t.is_taken
        from (${conversations(two)}) c
        cross join lateral (select exists (select from message_groups o where o.direct_key = c.key) as is_taken) t
       where g.id = c.id and not c.encrypted and c.peer <> ${two.kept}`,
  sql`insert into group_members (group_id, user_id, role, last_read_seq)
      select m.group_id, ${two.kept}, m.role, m.last_read_seq from group_members m join message_groups g on g.id = m.group_id
       where m.user_id = ${two.gone} and not g.encrypted and g.direct_key is not null
         and ${two.kept}::text = any(string_to_array(g.direct_key, ':'))
         and not ${two.gone}::text = any(string_to_array(g.direct_key, ':'))
      on conflict do nothing`,
  intoGroups(two),
  sql`delete from group_members m using message_groups g
       where g.id = m.group_id and m.user_id = ${two.gone}
         and (g.direct_key is null or not ${two.gone}::text = any(string_to_array(g.direct_key, ':')))`,
]

export const moves: Move[] = [
  { table: 'users', columns: { id: 'stays', approved_by: 'stays', merged_into: 'moves' } },
  // Moved, the past months would have counted other people than they did.
  { table: 'user_history', columns: { user_id: 'stays', changed_by: 'stays' } },
  { table: 'imports', columns: { created_by: 'moves', confirmed_by: 'moves', invited_by: 'moves' } },
  { table: 'import_rows', columns: { user_id: 'moves', duplicate_of: 'moves' } },
  { ...own('import_columns', 'moves'), first: droppedTwice('import_columns', 'header') },
  { table: 'invitations', columns: { created_by: 'moves' } },
  { ...own('activity_helpers', 'moves'), first: droppedTwice('activity_helpers', 'activity_id') },
  own('offices', 'moves'),
  {
    table: 'office_handovers',
    columns: { to_id: 'moves' },
    // Nobody hands over to themselves.
    first: ({ kept, gone }) => [
      sql`update office_handovers h set status = 'ended', decided_at = now() from offices o
           where o.id = h.office_id and h.status = 'offered' and h.to_id in (${kept}, ${gone})
             and o.user_id in (${kept}, ${gone})`,
    ],
  },
  // Each agreed for themselves; nobody's word becomes another's.
  own('term_acceptances', 'stays'),
  {
    ...own('saved_views', 'moves'),
    first: two => [
      ...droppedTwice('saved_views', 'list', 'name', 'search')(two),
      sql`update saved_views t set name = t.name || ' #' || t.id
           where t.user_id = ${two.gone} and exists (
             select from saved_views k where k.user_id = ${two.kept} and k.list = t.list and k.name = t.name)`,
    ],
  },
  { ...own('calendar_feeds', 'moves'), first: droppedTwice('calendar_feeds', 'club_id') },
  {
    table: 'activity_participants',
    columns: { user_id: 'moves', marked_by: 'moves' },
    first: two => [
      sql`update activity_participants p set is_hidden = b.is_hidden, answers = b.answers from (${bothTakePart(two)}) b
           where p.id = case when b.is_gone_better then b.gone_row else b.kept_row end`,
      sql`delete from activity_participants p using (${bothTakePart(two)}) b
           where p.id = case when b.is_gone_better then b.kept_row else b.gone_row end`,
    ],
  },
  { table: 'activities', columns: { organizer_id: 'moves' } },
  { table: 'clubs', columns: { admin_id: 'moves' } },
  { table: 'club_history', columns: { changed_by: 'moves' } },
  // Members come and go by rows of their own, which is how everybody hears of it. Conversations of two may stay.
  { ...own('group_members', 'stays'), first: inGroups },
  { table: 'message_groups', columns: { created_by: 'stays' } },
  {
    table: 'messages',
    columns: { sender_id: 'moves', recipient_id: 'stays' },
    only: inPlainGroups('messages.group_id'),
    first: ({ kept, gone }) => [
      // By which a device would know its own again; those devices are out.
      sql`update messages m set client_id = null where m.sender_id = ${gone} and m.client_id in (
            select k.client_id from messages k where k.sender_id = ${kept}) and ${inPlainGroups('m.group_id')}`,
    ],
  },
  {
    ...own('message_reactions', 'moves'),
    only: sql.raw(
      `exists (select from messages m join message_groups p on p.id = m.group_id
        where m.id = message_reactions.message_id and not p.encrypted)`,
    ),
    first: ({ kept, gone }) => [
      sql`with twice as (
            delete from message_reactions t using message_reactions k, messages m
             where t.user_id = ${gone} and k.user_id = ${kept} and k.message_id = t.message_id and m.id = t.message_id
               and ${inPlainGroups('m.group_id')}
            returning t.message_id)
          update messages set reaction_count = reaction_count - 1 where id in (select message_id from twice)`,
    ],
  },
  {
    table: 'blocked_people',
    columns: { user_id: 'moves', blocked_id: 'moves' },
    first: ({ kept, gone }) => [
      sql`delete from blocked_people where user_id in (${kept}, ${gone}) and blocked_id in (${kept}, ${gone})`,
      ...droppedTwice('blocked_people', 'blocked_id')({ kept, gone }),
      sql`delete from blocked_people t where t.blocked_id = ${gone} and exists (
            select from blocked_people k where k.blocked_id = ${kept} and k.user_id = t.user_id)`,
    ],
  },
  {
    table: 'message_reports',
    columns: { reporter_id: 'moves', sender_id: 'moves', decided_by: 'moves' },
    // What was disclosed is bound to who sealed it.
    only: inPlainGroups('message_reports.group_id'),
    first: ({ kept, gone }) => [
      sql`delete from message_reports t where t.reporter_id = ${gone} and exists (
            select from message_reports k where k.reporter_id = ${kept} and k.message_id = t.message_id)`,
    ],
  },
  { table: 'files', columns: { uploaded_by: 'moves' } },
  { table: 'announcements', columns: { author_id: 'moves', sent_by: 'moves' } },
  {
    ...own('announcement_recipients', 'moves'),
    first: ({ kept, gone }) => [
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
    ...own('roll_call_people', 'moves'),
    first: ({ kept, gone }) => [
      // The later word counts: it says how they are.
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
  own('notifications', 'moves'),
  own('mail_outbox', 'moves'),
  own('push_devices', 'goes'),
  own('account_tokens', 'goes'),
  own('sessions', 'goes'),
  own('trusted_devices', 'goes'),
  own('two_factor', 'goes'),
  own('passkeys', 'goes'),
  own('recovery_codes', 'goes'),
  own('data_downloads', 'goes'),
  // Keys are of one account by their own word. Without them its devices are out of every group, as after erasure.
  own('user_keys', 'goes'),
  own('key_wraps', 'goes'),
  own('key_devices', 'goes'),
  own('key_vaults', 'goes'),
  own('withdrawn_keys', 'goes'),
  own('user_names', 'goes'),
  own('key_links', 'goes'),
  own('epoch_boxes', 'goes'),
  { table: 'calls', columns: { started_by: 'moves' } },
  own('call_members', 'moves'),
  { ...own('call_declines', 'moves'), first: droppedTwice('call_declines', 'call_id') },
  // Nobody changes the trail.
  { table: 'audit_events', columns: { actor_id: 'stays', target_id: 'stays' } },
  {
    table: 'likely_pairs',
    columns: { low_id: 'goes', high_id: 'goes', dismissed_by: 'moves' },
    // What was decided about the one holds for the other.
    first: ({ kept, gone }) => [
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

function statementsOf(two: Two): SQL[] {
  return moves.flatMap(({ table, columns, first, only }) => [
    ...(first?.(two) ?? []),
    ...Object.entries(columns).flatMap(([column, fate]) => {
      const isTheirs = sql`${sql.identifier(column)} = ${two.gone}`
      if (fate === 'goes') return [sql`delete from ${sql.identifier(table)} where ${isTheirs}`]
      if (fate === 'stays') return []
      const which = only ? sql`${isTheirs} and ${only}` : isTheirs
      return [sql`update ${sql.identifier(table)} set ${sql.identifier(column)} = ${two.kept} where ${which}`]
    }),
  ])
}

/**
 * All of it, in one go to the database: who speaks to somebody in it waits meanwhile. Also a second time, for what was on
 * its way while the first was done.
 */
export async function moveTraces(db: Db, kept: number, gone: number): Promise<void> {
  // Written out: several statements at once take no parameters.
  const two = { kept: sql.raw(String(Number(kept))), gone: sql.raw(String(Number(gone))) }
  await db.execute(sql.join(statementsOf(two), sql`;\n`))
}

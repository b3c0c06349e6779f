// Builds the SQL statement that authorizes, inserts and publishes many chat messages at once.
// The insert statement is a chain of common table expressions (CTE), each a constant of this file, in this order.
// The message insert is a prepared statement, because planning it takes three times as long as executing it.
import { usableEpochSql } from '#server/features/chat/encryption/usable-epoch.queries.ts'

/**
 * Delay of push notifications in seconds. Members who read meanwhile get no push, and a burst of messages becomes one
 * push.
 */
const pushDelay = 4

/** Delay of mention notifications in seconds. Members who read the message meanwhile get no notification. */
const mentionDelay = 2

/** Row that the message insert statement returns, one for each message of the batch. */
export interface InsertedRow {
  place: number
  id: number | null
  seq: number | null
  createdAt: Date | null
  isKnown: boolean
  isSpeaker: boolean
  refusal: 'group_closed' | 'bad_input' | 'plaintext-refused' | 'stale-epoch' | 'file_gone' | 'blocked' | null
}

/**
 * `input` has one row per message of the batch.
 * `(select $1)` hides the array length from the planner, which would otherwise plan anew for each length.
 */
const inputCte = `
  with input as (
    select * from unnest((select $1::int[]), (select $2::int[]), (select $3::text[]), (select $4::text[]),
        (select $5::text[]), (select $6::text[]), (select $7::text[]), (select $8::bool[]), (select $9::int[]),
        (select $10::bool[]), (select $11::uuid[]))
      with ordinality as i(group_id, sender_id, client_id, content, message_type, metadata, mark, is_long, session_id,
        mentions, file_id, place)
`

/**
 * `speakers` are the messages whose sender is signed in, active and a member of the group.
 * `target` locks the groups of these senders in id order, so that server instances cannot deadlock.
 * `free` locks the senders, because a concurrent merge or erasure of the account must finish first.
 */
const buildLockCtes = (lockTimeout: number, lockOption: string) => `  ), patience as materialized (
    select set_config('lock_timeout', '${lockTimeout}', true)
  ), speakers as materialized (
    select i.place, i.group_id, i.sender_id from input i where coalesce((
      select true from sessions s join users u on u.id = s.user_id
        join group_members gm on gm.user_id = s.user_id and gm.group_id = i.group_id
       where s.id = i.session_id and s.expires_at > now() and u.status = 'active' and u.erased_at is null), false)
  ), target as materialized (
    select g.id, g.is_active, g.encrypted, g.direct_key, g.direct_key is not null and exists (
        select from group_members a join group_members b on b.group_id = a.group_id and b.user_id <> a.user_id
          join blocked_people k on k.user_id = a.user_id and k.blocked_id = b.user_id
         where a.group_id = g.id) as blocked, case when g.encrypted then ${usableEpochSql} end as mark
      from patience, message_groups g where g.id = any(array(select group_id from speakers))
     order by g.id for no key update of g ${lockOption}
  ), free as materialized (
    select u.id from patience, users u where u.id = any(array(select sender_id from speakers))
     order by u.id for key share of u ${lockOption}
`

/**
 * `known` finds messages that were stored by an earlier request; the stored message is returned for them.
 * `judged` decides per message whether the group refuses it. `mark` is the epoch in which a message was encrypted.
 * `fresh` keeps new messages of allowed senders. The snapshot may be slightly old, but the locked group row is current.
 * Checking the locked row keeps plaintext out of a group that was encrypted concurrently.
 */
const acceptCtes = `  ), known as (
    select i.place, m.id from input i join messages m on m.sender_id = i.sender_id and m.client_id = i.client_id
  ), judged as (
    select i.*, case when not t.is_active then 'group_closed'
                     when t.blocked then 'blocked'
                     when not t.encrypted and i.is_long then 'bad_input'
                     when t.encrypted and i.mark is null then 'plaintext-refused'
                     when t.encrypted and i.mark is distinct from t.mark then 'stale-epoch'
                     when i.file_id is not null and not exists (
                       select from files f where f.id = i.file_id and f.uploaded_by = i.sender_id
                          and f.attached_at is null and f.kind like 'chat\\_%' and (f.kind = 'chat_sealed') = t.encrypted)
                       then 'file_gone' end as refusal
      from input i join target t on t.id = i.group_id
  ), fresh as (
    select j.*, row_number() over (partition by j.group_id order by j.place) as step from judged j
     where j.refusal is null and j.place in (select place from speakers) and j.place not in (select place from known)
       and j.sender_id in (select id from free)
`

/**
 * `head` assigns the sequence numbers of each group.
 * `read` advances the read position of senders who had read everything.
 * For other senders `read` counts the messages they sent after their read position, which never count as unread.
 */
const storeCtes = `  ), head as (
    update message_groups g set last_seq = g.last_seq + f.count, newest_at = now()
      from (select group_id, count(*) from fresh group by group_id) f join target t on t.id = f.group_id
     where g.id = f.group_id and g.is_active and g.encrypted = t.encrypted
    returning g.id as group_id, g.last_seq - f.count as base, g.last_seq as last
  ), inserted as (
    insert into messages (group_id, seq, sender_id, client_id, content, message_type, metadata, file_id)
    select group_id, head.base + step, sender_id, client_id, content, message_type, metadata::jsonb, file_id
      from fresh join head using (group_id)
    returning id, group_id, seq, sender_id, client_id, created_at, file_id
  ), attached as (
    update files set attached_at = now() from inserted n where files.id = n.file_id
  ), read as (
    update group_members gm
       set last_read_seq = case when gm.last_read_seq >= head.base then s.last else gm.last_read_seq end,
           own_unread_after = case when gm.last_read_seq >= head.base then s.last else gm.last_read_seq end,
           own_unread = case when gm.last_read_seq >= head.base then 0
                             when gm.own_unread_after = gm.last_read_seq then gm.own_unread + s.count else s.count end
      from (select group_id, sender_id, max(seq) as last, count(*)::int from inserted group by group_id, sender_id) s
      join head using (group_id)
     where gm.group_id = s.group_id and gm.user_id = s.sender_id
    returning gm.group_id, gm.user_id, gm.last_read_seq, gm.own_unread
`

/**
 * `greeted` notifies the recipient of the first message of a direct conversation.
 * `told` publishes the new messages on the event bus.
 * `called` queues the job that notifies mentioned members. `queued` queues the delayed push of all recent messages.
 */
const publishCtes = `  ), greeted as (
    insert into notifications (user_id, kind, params)
    select gm.user_id, 'group.invited', json_build_object('userId', i.sender_id, 'groupId', i.group_id)
      from inserted i join target t on t.id = i.group_id and t.direct_key is not null
      join group_members gm on gm.group_id = i.group_id and gm.user_id <> i.sender_id
      join users u on u.id = gm.user_id and u.erased_at is null and not u.muted @> array['app:group.invited']
     where i.seq = 1
    returning user_id
  ), rung as (
    insert into notices (signal)
    select json_build_object('type', 'refresh', 'topics', json_build_array('notifications'),
      'to', json_build_object('users', json_build_array(user_id))) from greeted
  ), told as (
    insert into notices (signal)
    select json_build_object('type', 'messages', 'groupId', group_id, 'seq', last,
      'reads', coalesce(r.reads, '[]'), 'ownUnread', coalesce(r.own, '[]'))
      from head left join (select group_id, json_agg(json_build_array(user_id, last_read_seq)) as reads,
                                  json_agg(json_build_array(user_id, own_unread)) as own
                             from read group by group_id) r using (group_id)
  ), called as (
    insert into queued_jobs (task, payload, run_at)
    select 'tell_mentions', json_build_object('messageId', n.id), now() + interval '${mentionDelay} seconds'
      from inserted n join fresh f on f.sender_id = n.sender_id and f.client_id = n.client_id where f.mentions
  ), queued as (
    insert into queued_jobs (task, payload, run_at, key, keeps_time)
    select 'push_messages', json_build_object('groupId', group_id), now() + interval '${pushDelay} seconds',
           'push messages:' || group_id, true
      from head where exists (select from push_devices)
`

const resultQuery = `  )
  select i.place::int, coalesce(n.id, k.id)::float8 as id, n.seq::float8, n.created_at as "createdAt",
         k.id is not null as "isKnown", i.place in (select place from speakers) as "isSpeaker", j.refusal
    from input i left join known k on k.place = i.place left join judged j on j.place = i.place
    left join inserted n on n.sender_id = i.sender_id and n.client_id = i.client_id
   order by i.place`

export const buildInsertStatement = (lockTimeout: number, lockOption = '') =>
  [inputCte, buildLockCtes(lockTimeout, lockOption), acceptCtes, storeCtes, publishCtes, resultQuery].join('')

import { maxEpochAge, maxMessagesPerEpoch } from '#shared/e2ee/epoch.ts'

/**
 * SQL condition: the recipient of an epoch key is an active group member without newer keys. Uses subqueries for speed.
 */
const isReader = `coalesce((
  select u.status = 'active' and u.erased_at is null from group_members m join users u on u.id = m.user_id
   where m.group_id = g.id and m.user_id = b.user_id), false)
  and not exists (select from user_keys k where k.user_id = b.user_id and k.gen > b.gen)`

/**
 * SQL expression for group `g`: number and id of the encryption epoch (key period) in which members may send.
 * The epoch is null when none exists, the roster has changed since, or the epoch is too old or used too often.
 * The epoch is null as well when a recipient of its key has left the group or has newer keys.
 * When the epoch is null, the sender must create a new epoch before sending.
 */
export const usableEpochSql = `(
  select e.n || '.' || e.eid from group_epochs e
   where e.group_id = g.id
     and e.n = (select max(l.n) from group_epochs l where l.group_id = g.id)
     and e.head_seq = (select max(r.seq) from group_roster r where r.group_id = g.id)
     and e.created_at > now() - interval '${maxEpochAge} milliseconds'
     and g.last_seq - e.first_seq <= ${maxMessagesPerEpoch}
     and e.readers = (select count(*) from epoch_boxes b
                       where b.group_id = e.group_id and b.n = e.n and ${isReader}))`

import { maxEpochAge, maxMessagesPerEpoch } from '#shared/e2ee/epoch.ts'

/** Checks each recipient by primary key. A join is very slow while the planner has no statistics. */
const isReader = `coalesce((
  select u.status = 'active' and u.erased_at is null from group_members m join users u on u.id = m.user_id
   where m.group_id = g.id and m.user_id = b.user_id), false)
  and not exists (select from user_keys k where k.user_id = b.user_id and k.gen > b.gen)`

/**
 * SQL expression within a query over `message_groups g`: number and id of the epoch in which members may send.
 * Null when no epoch exists, the roster has changed since, or the epoch is too old or used too often.
 * Null as well when a recipient of the epoch key has left the group or has newer keys.
 * When the expression is null, the sender must create a new epoch before sending.
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

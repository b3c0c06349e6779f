import { longestEpoch, mostInEpoch } from '#shared/e2ee/epoch.ts'

/** Asked of one person after the other by their key: left to join them, a database without statistics takes ages. */
const isReader = `coalesce((
  select u.status = 'active' and u.erased_at is null from group_members m join users u on u.id = m.user_id
   where m.group_id = g.id and m.user_id = b.user_id), false)
  and not exists (select from user_keys k where k.user_id = b.user_id and k.gen > b.gen)`

/**
 * Within a query over `message_groups g`: number and name of the epoch in which one may speak, as the metadata of a
 * message names them. Null: there is none, the roster moved on, it is too old or was used too often, or somebody who
 * got its key is no longer in or has newer keys. Whoever wants to speak makes a new one first.
 */
export const usableEpoch = `(
  select e.n || '.' || e.eid from group_epochs e
   where e.group_id = g.id
     and e.n = (select max(l.n) from group_epochs l where l.group_id = g.id)
     and e.head_seq = (select max(r.seq) from group_roster r where r.group_id = g.id)
     and e.created_at > now() - interval '${longestEpoch} milliseconds'
     and g.last_seq - e.first_seq <= ${mostInEpoch}
     and e.readers = (select count(*) from epoch_boxes b
                       where b.group_id = e.group_id and b.n = e.n and ${isReader}))`

// Checks the demo data against the rules that the data of every installation must follow.
import { type SQL, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { TestDatabase } from '#server/test/harness/database.ts'
import { buildUsersAtTimeSql, executeCountQuery } from './demo-queries.ts'

/** A rule that the demo data must follow, and the query that counts its violations. */
type Rule = [name: string, query: SQL]

const userRules: Rule[] = [
  [
    'exactly the approved users have a membership number',
    sql`
      select count(*) as value from users where (approved_at is null) <> (membership_number is null)`,
  ],
  [
    'membership numbers have no gaps',
    sql`
      select count(*) as value from membership_counters c where c.last_number <> (
        select count(*) from users where membership_number like c.country_code || '-' || c.year || '-%')`,
  ],
  [
    'the members of a club live in its country',
    sql`
      select count(*) as value from users u join clubs c on c.id = u.club_id where c.country <> u.current_country`,
  ],
  [
    'no user was approved before the club existed',
    sql`select count(*) as value from users u join clubs c on c.id = u.club_id where u.approved_at < c.created_at`,
  ],
  [
    'no user began to study after the registration',
    sql`select count(*) as value from users where start_year > extract(year from created_at + interval '8 hours')`,
  ],
  [
    'the first and second name of a user differ',
    sql`select count(*) as value from users where split_part(full_name, ' ', 1) = split_part(full_name, ' ', 2)`,
  ],
]

const messageRules: Rule[] = [
  [
    'system groups have exactly the active users of their scope as members',
    sql`
      select count(*) as value from users u cross join message_groups g
        left join group_members m on m.group_id = g.id and m.user_id = u.id
       where (m.id is not null) <> (u.status = 'active' and coalesce(
         g.type = 'global' or g.country = u.current_country or g.club_id = u.club_id, false))`,
  ],
  [
    'the sequence numbers of a group start at 1 and have no gaps',
    sql`
      select count(*) as value from message_groups g
       where g.last_seq <> (select count(*) from messages where group_id = g.id)
          or g.last_seq <> (select coalesce(max(seq), 0) from messages where group_id = g.id)`,
  ],
  [
    'the timestamps of messages follow their sequence numbers',
    sql`
      select count(*) as value from messages a join messages b on b.group_id = a.group_id and b.seq = a.seq + 1
       where b.created_at < a.created_at`,
  ],
  [
    'no user sent a message before the approval',
    sql`select count(*) as value from messages m join users u on u.id = m.sender_id where m.created_at < u.approved_at`,
  ],
  [
    'no sender writes two messages in a row, and no group has the same message twice',
    sql`select count(*) as value from messages a join messages b on b.group_id = a.group_id
           and ((b.seq = a.seq + 1 and b.sender_id = a.sender_id) or (b.seq > a.seq and b.content = a.content))
`,
  ],
]

const activityRules: Rule[] = [
  [
    'an activity has a waiting list only when it is full, and is never overbooked',
    sql`
      select count(*) as value from activities a where
        (select count(*) from activity_participants where activity_id = a.id and status <> 'waiting') > a.max_participants
        or ((select count(*) from activity_participants where activity_id = a.id and status = 'waiting') > 0 and
            (select count(*) from activity_participants where activity_id = a.id and status <> 'waiting') < a.max_participants)`,
  ],
  [
    'no user joined an activity before the approval',
    sql`select count(*) as value from activity_participants p join users u on u.id = p.user_id where p.created_at < u.approved_at`,
  ],
  [
    'activities start and end during the day in the time zone of their club',
    sql`select count(*) as value from activities a join clubs c on c.id = a.club_id
           where a.time_zone <> c.time_zone
              or extract(hour from a.start_wall) not between 9 and 20
              or extract(hour from a.end_wall) not between 9 and 22`,
  ],
]

const buildTimeRules = (now: Date): Rule[] => [
  [
    'the latest history row equals the status and location of the user',
    sql`
      select count(*) as value from users u left join ${buildUsersAtTimeSql(new Date(now.getTime() + 60_000))} h on h.user_id = u.id
       where h.status is distinct from u.status or h.current_country is distinct from u.current_country
          or h.club_id is distinct from u.club_id`,
  ],
  [
    'no history row is in the future',
    sql`
      select count(*) as value from user_history where created_at > ${now.toISOString()}::timestamptz`,
  ],
  [
    'no message is older than its group or in the future',
    sql`select count(*) as value from messages m join message_groups g on g.id = m.group_id
           where m.created_at < g.created_at or m.created_at > ${now.toISOString()}::timestamptz`,
  ],
]

export async function expectConsistentDemoData(database: TestDatabase, now: Date): Promise<void> {
  const rules = [...userRules, ...messageRules, ...activityRules, ...buildTimeRules(now)]
  for (const [name, query] of rules)
    expect([name, await executeCountQuery(database, query)]).toEqual([name, 0])
  const statuses = await executeCountQuery(
    database,
    sql`select count(distinct status) as value from activities`,
  )
  expect(statuses).toBe(4)
}

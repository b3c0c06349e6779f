// Describes the database after a concurrency test without ids, to compare it with the result of a sequential run.
// `findDataRuleViolations` finds rows that violate data rules, such as a session of an erased user.
import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection/client.ts'
import { findIncorrectMaterializedCounters } from '#server/summaries/summaries.service.ts'
import type { TestDatabase } from '#server/test/harness/database.ts'
import type { RaceFixture } from './race-fixture.ts'

/**
 * An announcement is sent in steps. A user deactivated between being listed and being notified gets no notification.
 * No sequential run produces this correct result, so the comparison ignores these rows.
 */
const excludeDeactivatedRecipients = (row: string) => `and not (${row}.kind like 'announcement.%'
  and exists (select from users u where u.id = ${row}.user_id and u.status <> 'active'))`

/**
 * SQL queries that describe the data of one concurrency test. `$user` and `$club` mark ids that are replaced by names.
 */
const descriptionQueries: Record<string, string> = {
  person: `select '$user' || id, role, status, '$club' || club_id, current_country, membership_number is not null as numbered,
      erased_at is not null as erased, phone = '+60199999999' as rephoned, email_confirmed_at is not null as confirmed,
      cardinality(muted) as muted, approved_by is not null as decided
    from users where id = any($people) or invitation_id = $invitation`,
  history: `select '$user' || user_id, status, current_country, '$club' || club_id, count(*) from user_history
    where user_id = any($people) group by 1, 2, 3, 4`,
  sessions: `select '$user' || user_id, count(*) from sessions where user_id = any($people) group by 1`,
  members: `select '$user' || m.user_id, m.role, g.type, '$club' || g.club_id, g.country, g.direct_key is not null as direct, count(*)
    from group_members m join message_groups g on g.id = m.group_id where m.user_id = any($people) group by 1, 2, 3, 4, 5, 6`,
  group: `select is_active, last_seq, last_change from message_groups where id = $group`,
  messages: `select seq, hidden_for, deleted_at is not null as deleted, edited_at is not null as edited, reaction_count,
      exists (select from message_pins p where p.message_id = m.id) as pinned from messages m where group_id = $group`,
  reports: `select '$user' || reporter_id, status, '$user' || decided_by from message_reports where group_id = $group`,
  blocked: `select '$user' || user_id, '$user' || blocked_id from blocked_people where user_id = any($people)`,
  places: `select '$user' || user_id, status, is_hidden, attended_at is not null as came, reminded_day is not null as day,
      reminded_hour is not null as hour, rank() over (partition by status order by id) as place
    from activity_participants where activity_id = $activity`,
  activity: `select title, status, max_participants, public_key is not null as public from activities where id = $activity`,
  helpers: `select '$user' || user_id from activity_helpers where activity_id = $activity`,
  feeds: `select '$user' || user_id, count(*) from calendar_feeds where user_id = any($people) group by 1`,
  club: `select '$user' || admin_id, is_active from clubs where id = $club`,
  offices: `select '$user' || user_id, office, ended_at is not null as ended, ends_on from offices where user_id = any($people)`,
  appointments: `select '$user' || user_id, office, ended_at is not null as ended from appointments where user_id = any($people)`,
  handovers: `select '$user' || to_id, status from office_handovers where office_id = $office`,
  invitation: `select uses, revoked_at is not null as revoked from invitations where id = $invitation`,
  announcements: `select id - $draft as which, title, status, recipient_count, corrected_at is not null as corrected
    from announcements where id in ($draft, $sent, $scheduled)`,
  recipients: `select announcement_id - $draft as which, '$user' || user_id, answer from announcement_recipients
    where announcement_id in ($draft, $sent, $scheduled)`,
  // Recipient counts of sent announcements are not compared between concurrent and sequential runs.
  // A concurrent account erasure can remove a recipient while an announcement is being sent.
  rounds: `select announcement_id - $draft as which, kind, case when finished_at is null then count end, finished_at is not null as finished from announcement_rounds
    where announcement_id in ($draft, $sent, $scheduled)`,
  asked: `select '$user' || p.user_id, p.state, r.closed_at is not null as closed, r.reminded_at is not null as reminded
    from roll_calls r left join roll_call_people p on p.roll_call_id = r.id where r.id = $rollCall`,
  motions: `select id - $motion as which, title, status, outcome, for_count, against_count, voter_count from motions
    where id in ($motion, $motion - 1)`,
  motionVotes: `select '$user' || user_id, choice from motion_votes where motion_id = $motion`,
  told: `select '$user' || user_id, kind, count(*) from notifications n where user_id = any($people) ${excludeDeactivatedRecipients('n')} group by 1, 2`,
  mail: `select '$user' || user_id, kind, count(*) from mail_outbox o where user_id = any($people) ${excludeDeactivatedRecipients('o')} group by 1, 2`,
  trail: `select '$user' || actor_id, kind, count(*) from audit_events where actor_id = any($people) group by 1, 2`,
  views: `select name, search, is_shared from saved_views where user_id = any($people)`,
  tags: `select name, removed_at is not null as removed from tags where club_id = $club`,
  segments: `select name, match from segments where club_id = $club`,
  engagement: `select '$user' || user_id, cardinality(attended) from member_engagement where user_id = any($people)`,
  tagged: `select '$user' || user_id, outside_since is not null as outside from user_tags where user_id = any($people)`,
  downloads: `select '$user' || user_id, status from data_downloads where user_id = any($people)`,
  links: `select '$user' || user_id, kind, used_at is not null as used, count(*) from account_tokens
    where user_id = any($people) group by 1, 2, 3`,
}

/**
 * Names of the query parameters in the SQL that describes the data of a concurrency test, in the order of their values.
 */
const parameterNames = [
  'people',
  'invitation',
  'group',
  'activity',
  'club',
  'office',
  'draft',
  'sent',
  'scheduled',
  'rollCall',
  'motion',
]
const parameterTypes = ['int[]', 'uuid', ...parameterNames.slice(2).map(() => 'int')]
const descriptionSql = Object.entries(descriptionQueries)
  .map(([name, text]) => {
    const filled = text.replace(/\$(\w+)\b(?!')/g, (_all, key: string) => {
      const index = parameterNames.indexOf(key)
      return `$${index + 1}::${parameterTypes[index]}`
    })
    return `select '${name} ' || t::text as line from (${filled}) t`
  })
  .join(' union all ')

export async function readTestDataAfterConcurrentRequests(
  { pool }: TestDatabase,
  fixture: RaceFixture,
): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>({
    name: 'describe-race-fixture',
    text: descriptionSql,
    values: [
      fixture.ids,
      fixture.invitationId,
      fixture.groupId,
      fixture.activityId,
      fixture.clubId,
      fixture.officeId,
      fixture.draftId,
      fixture.sentId,
      fixture.scheduledId,
      fixture.rollCallId,
      fixture.motionId,
    ],
  })
  const labelReference = (_all: string, kind: string, id: string) =>
    fixture.labels.get(`${kind} ${id}`) ?? 'new'
  return rows.map(({ line }) => line.replace(/\$(user|club)(\d+)/g, labelReference)).sort()
}

/**
 * SQL queries that find violations of data rules, by a description of the violation.
 * Each query returns the rows that violate the rule.
 */
const violationQueries: Record<string, string> = {
  'a number given twice or left out': `
    select country_code from membership_counters c where last_number <> (
      select count(*) from users where membership_number like '%' || c.country_code || '%')
      + (select count(*) from retired_numbers)`,
  'active or numbered without having been let in': `
    select id from users where approved_by is not null and status = 'pending'`,
  'a session of somebody who was erased': `
    select s.id from sessions s join users u on u.id = s.user_id where u.erased_at is not null`,
  'in a group of the system without belonging there': `
    select m.id from group_members m join message_groups g on g.id = m.group_id join users u on u.id = m.user_id
     where g.type <> 'custom' and not (u.status = 'active' and u.erased_at is null and (g.type = 'global'
       or (g.type = 'country' and g.country = u.current_country) or (g.type = 'club' and g.club_id = u.club_id)))`,
  'active and missing in a group of the system': `
    select u.id from users u join message_groups g on g.type = 'global' or (g.type = 'country' and g.country = u.current_country)
        or (g.type = 'club' and g.club_id = u.club_id)
     where u.status = 'active' and u.erased_at is null and u.username like 'ujian%'
       and not exists (select from group_members m where m.group_id = g.id and m.user_id = u.id)`,
  'erased, and still somewhere (but where it was said to one other person)': `
    select u.id from users u where u.erased_at is not null and (
      exists (select from group_members m join message_groups g on g.id = m.group_id
           where m.user_id = u.id and g.direct_key is null)
      or exists (select from activity_participants p join activities a on a.id = p.activity_id
           where p.user_id = u.id and a.status in ('planned', 'ongoing'))
      or exists (select from activity_helpers h where h.user_id = u.id)
      or exists (select from offices o where o.user_id = u.id and o.ended_at is null)
      or exists (select from appointments a where a.user_id = u.id and a.ended_at is null)
      or exists (select from notifications n where n.user_id = u.id)
      or exists (select from account_tokens t where t.user_id = u.id)
      or exists (select from calendar_feeds f where f.user_id = u.id)
      or exists (select from data_downloads d where d.user_id = u.id)
      or exists (select from saved_views v where v.user_id = u.id)
      or exists (select from blocked_people b where u.id in (b.user_id, b.blocked_id)))`,
  'not active, and still with a place, a club or an office': `
    select u.id from users u where u.status <> 'active' and (
      exists (select from activity_participants p join activities a on a.id = p.activity_id
           where p.user_id = u.id and a.status in ('planned', 'ongoing') and p.status <> 'attended')
      or exists (select from clubs c where c.admin_id = u.id)
      or exists (select from offices o where o.user_id = u.id and o.ended_at is null))`,
  'more places than there are': `
    select a.id from activities a where a.max_participants < (
      select count(*) from activity_participants p where p.activity_id = a.id and p.status <> 'waiting')`,
  'a place free while somebody waits': `
    select a.id from activities a where a.status = 'planned' and exists (
        select from activity_participants p where p.activity_id = a.id and p.status = 'waiting')
      and (a.max_participants is null or a.max_participants > (
        select count(*) from activity_participants p where p.activity_id = a.id and p.status <> 'waiting'))`,
  'a gap in a conversation': `
    select g.id from message_groups g where g.last_seq <> (select count(*) from messages m where m.group_id = g.id)`,
  'reactions counted wrongly': `
    select m.id from messages m where m.reaction_count <> (select count(*) from message_reactions r where r.message_id = m.id and r.removed_at is null)`,
  'a deleted or hidden message that is pinned': `
    select m.id from messages m join message_pins p on p.message_id = m.id
     where m.deleted_at is not null or m.hidden_for is not null`,
  'a group of people without an owner': `
    select g.id from message_groups g where g.type = 'custom' and g.direct_key is null
      and exists (select from group_members m where m.group_id = g.id)
      and not exists (select from group_members m where m.group_id = g.id and m.role = 'owner')`,
  'a role without its office, or an office without its role': `
    select u.id from users u left join offices o on o.user_id = u.id and o.ended_at is null
     where u.username like 'ujian%' and u.status = 'active' and u.erased_at is null
       and (u.role in ('country_admin', 'club_admin_ln', 'club_secretary')) <> (o.id is not null)`,
  'an office held outside its club or country, in a closed club or without an active account': `
    select a.id from appointments a join users u on u.id = a.user_id left join clubs c on c.id = a.club_id
     where a.ended_at is null and not (u.status = 'active' and u.erased_at is null
       and (a.club_id is null or u.club_id = a.club_id and c.is_active) and (a.country is null or u.current_country = a.country))`,
  'a handover of an office that is over': `
    select h.id from office_handovers h join offices o on o.id = h.office_id
     where h.status = 'offered' and o.ended_at is not null`,
  'an invitation used more often than it may': 'select id from invitations where uses > most',
  'an announcement that goes out without a round': `
    select a.id from announcements a where a.status = 'sending'
      and not exists (select from announcement_rounds r where r.announcement_id = a.id)`,
}

/**
 * Lists rows that violate data rules. Such rows stay in the database, so a violation is reported again after each later
 * concurrency test.
 */
export async function findDataRuleViolations(db: Db): Promise<string[]> {
  const queries = Object.entries(violationQueries).map(
    ([name, text]) =>
      `select '${name.replaceAll("'", "''")}' as name, count(*)::int as count from (${text}) t`,
  )
  const { rows } = await db.execute<{ name: string; count: number }>(sql.raw(queries.join(' union all ')))
  const differences = await findIncorrectMaterializedCounters(db)
  return [
    ...rows.filter(({ count }) => count > 0).map(({ name, count }) => `${name}: ${count}`),
    ...differences.map(difference => `figures: ${JSON.stringify(difference)}`),
  ]
}

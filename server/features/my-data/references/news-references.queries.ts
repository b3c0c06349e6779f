// Entries of the personal data registry: announcements, roll calls, notifications and mail.
import { sql } from 'drizzle-orm'
import { getNotificationKindDefinition, notificationKinds } from '#shared/notification-kinds.ts'
import { dataSectionText } from '#texts/data-references.ts'
import {
  buildOwnRowStatements,
  type DataReference,
  definePersonalDataTable,
  titleForUser,
} from './data-reference.queries.ts'

const kindsErasedWithPerson = notificationKinds.filter(
  kind => getNotificationKindDefinition(kind).isErasedWithPerson,
)

export const newsReferences: DataReference[] = [
  {
    table: 'announcements',
    purpose: 'news',
    columns: ['author_id', 'sent_by'],
    copy: {
      file: 'hebahan-ditulis',
      columns: {
        createdAt: true,
        title: true,
        body: true,
        language: true,
        secondLanguage: true,
        secondTitle: true,
        secondBody: true,
        status: true,
        sendAt: true,
        poll: true,
      },
      from: userId => sql`announcements t where t.author_id = ${userId} order by t.id`,
    },
    erasure: { keeps: () => dataSectionText['hebahan-ditulis'].keeps },
  },
  definePersonalDataTable('announcement_recipients', 'news', {
    file: 'hebahan',
    columns: {
      createdAt: 'a.send_at',
      title: titleForUser,
      readAt: true,
      answer: `a.poll->'choices'->>(t.answer::int)`,
      answeredAt: true,
    },
    from: userId => sql`announcement_recipients t join announcements a on a.id = t.announcement_id
      where t.user_id = ${userId} order by t.announcement_id`,
  }),
  {
    table: 'roll_calls',
    purpose: 'safety',
    columns: ['asked_by'],
    copy: {
      file: 'semakan-dimulakan',
      columns: { createdAt: true, country: true, city: true, message: true, closedAt: true },
      from: userId => sql`roll_calls t where t.asked_by = ${userId} order by t.id`,
    },
    erasure: {
      keeps: () => dataSectionText['semakan-dimulakan'].keeps,
    },
  },
  definePersonalDataTable('roll_call_people', 'safety', {
    file: 'semakan-keselamatan',
    columns: {
      createdAt: 'c.created_at',
      state: true,
      note: true,
      place: true,
      answeredAt: true,
    },
    from: userId => sql`roll_call_people t join roll_calls c on c.id = t.roll_call_id
      where t.user_id = ${userId} order by t.roll_call_id`,
  }),
  {
    table: 'motions',
    purpose: 'votes',
    columns: ['author_id', 'proposer_id', 'seconder_id', 'closed_by'],
    copy: {
      file: 'usul-ditulis',
      columns: { createdAt: true, title: true, body: true, status: true, closesAt: true, outcome: true },
      from: userId =>
        sql`motions t where ${userId} in (t.author_id, t.proposer_id, t.seconder_id, t.closed_by) order by t.id`,
    },
    erasure: { keeps: () => dataSectionText['usul-ditulis'].keeps },
  },
  {
    table: 'motion_voters',
    purpose: 'votes',
    columns: ['user_id'],
    copy: {
      file: 'daftar-usul',
      columns: { createdAt: 'm.opened_at', title: 'm.title' },
      from: userId => sql`motion_voters t join motions m on m.id = t.motion_id
        where t.user_id = ${userId} order by t.motion_id`,
    },
    erasure: { keeps: () => dataSectionText['daftar-usul'].keeps },
  },
  {
    table: 'motion_votes',
    purpose: 'votes',
    columns: ['user_id'],
    copy: {
      file: 'undi-usul',
      columns: { createdAt: true, title: 'm.title', choice: true },
      from: userId => sql`motion_votes t join motions m on m.id = t.motion_id
        where t.user_id = ${userId} order by t.id`,
    },
    erasure: { keeps: () => dataSectionText['undi-usul'].keeps },
  },
  {
    table: 'notifications',
    purpose: 'news',
    columns: ['user_id'],
    copy: {
      file: 'pemberitahuan',
      // The data export omits the person whom a notification is about, because that is another person's data.
      columns: { createdAt: true, kind: true, params: `t.params - 'userId'`, readAt: true },
      from: buildOwnRowStatements('notifications').from,
    },
    erasure: {
      removes: userId => sql`delete from notifications
        where user_id = ${userId}
           or (kind = any(${sql.param(kindsErasedWithPerson)}::text[]) and (params->>'userId')::int = ${userId})`,
    },
  },
  definePersonalDataTable('mail_outbox', 'news', {
    file: 'email',
    columns: {
      createdAt: true,
      recipient: true,
      kind: true,
      params: `t.params - 'token'`,
      status: true,
      sentAt: true,
    },
  }),
]

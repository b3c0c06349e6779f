// Entries of the personal data registry: announcements, roll calls, notifications and mail.
import { sql } from 'drizzle-orm'
import { getNotificationKindRecord, notificationKinds } from '#shared/notification-kinds.ts'
import { createdAt, type DataReference, defineOwnTable, ownRowStatements } from './data-reference.queries.ts'

const kindsErasedWithPerson = notificationKinds.filter(
  kind => getNotificationKindRecord(kind).isErasedWithPerson,
)

export const newsReferences: DataReference[] = [
  {
    table: 'announcements',
    purpose: 'news',
    columns: ['author_id', 'sent_by'],
    copy: {
      file: 'hebahan-ditulis',
      title: 'Hebahan yang saya tulis',
      columns: {
        createdAt,
        title: 'Tajuk',
        body: 'Isi',
        status: 'Status',
        sendAt: 'Dihantar',
        poll: 'Soalan',
      },
      from: userId => sql`announcements t where t.author_id = ${userId} order by t.id`,
    },
    erasure: { keeps: 'milik pertubuhan; nama dan maklumat orang itu dibuang daripada teksnya' },
  },
  defineOwnTable('announcement_recipients', 'news', {
    file: 'hebahan',
    title: 'Hebahan untuk saya',
    columns: {
      createdAt: [createdAt, 'a.send_at'],
      title: ['Tajuk', 'a.title'],
      readAt: 'Dibaca',
      answer: ['Jawapan', `a.poll->'choices'->>(t.answer::int)`],
      answeredAt: 'Dijawab',
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
      title: 'Semakan keselamatan yang saya mulakan',
      columns: { createdAt, country: 'Negara', city: 'Bandar', message: 'Mesej', closedAt: 'Ditutup' },
      from: userId => sql`roll_calls t where t.asked_by = ${userId} order by t.id`,
    },
    erasure: {
      keeps: 'semakan bagi mereka yang menjawab, tanpa nama; semuanya dipadam dalam beberapa hari',
    },
  },
  defineOwnTable('roll_call_people', 'safety', {
    file: 'semakan-keselamatan',
    title: 'Semakan keselamatan untuk saya',
    columns: {
      createdAt: [createdAt, 'c.created_at'],
      state: 'Jawapan',
      note: 'Catatan',
      place: 'Tempat',
      answeredAt: 'Dijawab',
    },
    from: userId => sql`roll_call_people t join roll_calls c on c.id = t.roll_call_id
      where t.user_id = ${userId} order by t.roll_call_id`,
  }),
  {
    table: 'notifications',
    purpose: 'news',
    columns: ['user_id'],
    copy: {
      file: 'pemberitahuan',
      title: 'Pemberitahuan',
      // The person whom a notification is about is not exported.
      columns: { createdAt, kind: 'Jenis', params: ['Butiran', `t.params - 'userId'`], readAt: 'Dibaca' },
      from: ownRowStatements('notifications').from,
    },
    erasure: {
      removes: userId => sql`delete from notifications
        where user_id = ${userId}
           or (kind = any(${sql.param(kindsErasedWithPerson)}::text[]) and (params->>'userId')::int = ${userId})`,
    },
  },
  defineOwnTable('mail_outbox', 'news', {
    file: 'email',
    title: 'Email kepada saya',
    columns: {
      createdAt,
      recipient: 'Penerima',
      kind: 'Jenis',
      params: ['Butiran', `t.params - 'token'`],
      status: 'Status',
      sentAt: 'Dihantar',
    },
  }),
]

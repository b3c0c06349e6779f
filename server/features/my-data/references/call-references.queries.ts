// Entries of the personal data registry: calls.
import { sql } from 'drizzle-orm'
import { type DataReference, defineOwnTable } from './data-reference.queries.ts'

export const callReferences: DataReference[] = [
  {
    table: 'calls',
    purpose: 'talk',
    columns: ['started_by'],
    copy: {
      file: 'panggilan-dimulakan',
      title: 'Panggilan yang saya mulakan',
      columns: {
        startedAt: 'Mula',
        answeredAt: 'Dijawab',
        endedAt: 'Tamat',
        isAudioOnly: 'Suara sahaja',
        group: ['Kumpulan', 'g.name'],
      },
      from: userId => sql`calls t join message_groups g on g.id = t.group_id
        where t.started_by = ${userId} order by t.started_at, t.id`,
    },
    erasure: { keeps: 'bahawa panggilan itu berlaku, dengan ID yang tidak lagi merujuk kepada sesiapa' },
  },
  {
    table: 'call_members',
    purpose: 'talk',
    columns: ['user_id'],
    copy: {
      file: 'panggilan',
      title: 'Panggilan yang saya sertai',
      columns: {
        joinedAt: 'Menyertai',
        leftAt: 'Keluar',
        group: ['Kumpulan', 'g.name'],
      },
      from: userId => sql`call_members t join calls c on c.id = t.call_id join message_groups g on g.id = c.group_id
        where t.user_id = ${userId} order by t.id`,
    },
    erasure: { keeps: 'bilangan yang menyertainya; sesiapa yang sedang di dalamnya dikeluarkan' },
  },
  defineOwnTable('call_declines', 'talk', {
    file: 'panggilan-ditolak',
    title: 'Panggilan yang saya tolak',
    columns: { startedAt: ['Mula', 'c.started_at'], group: ['Kumpulan', 'g.name'] },
    from: userId => sql`call_declines t join calls c on c.id = t.call_id join message_groups g on g.id = c.group_id
      where t.user_id = ${userId} order by c.started_at, c.id`,
  }),
]

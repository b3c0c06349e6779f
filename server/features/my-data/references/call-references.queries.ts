// Entries of the personal data registry: columns about audio and video calls.
import { sql } from 'drizzle-orm'
import { dataSectionText } from '#texts/data-references.ts'
import { type DataReference, definePersonalDataTable, groupName } from './data-reference.queries.ts'

export const callReferences: DataReference[] = [
  {
    table: 'calls',
    purpose: 'talk',
    columns: ['started_by'],
    copy: {
      file: 'panggilan-dimulakan',
      columns: {
        startedAt: true,
        answeredAt: true,
        endedAt: true,
        isAudioOnly: true,
        group: groupName,
      },
      from: userId => sql`calls t join message_groups g on g.id = t.group_id
        where t.started_by = ${userId} order by t.started_at, t.id`,
    },
    erasure: { keeps: () => dataSectionText['panggilan-dimulakan'].keeps },
  },
  {
    table: 'call_members',
    purpose: 'talk',
    columns: ['user_id'],
    copy: {
      file: 'panggilan',
      columns: {
        joinedAt: true,
        leftAt: true,
        group: groupName,
      },
      from: userId => sql`call_members t join calls c on c.id = t.call_id join message_groups g on g.id = c.group_id
        where t.user_id = ${userId} order by t.id`,
    },
    erasure: { keeps: () => dataSectionText.panggilan.keeps },
  },
  definePersonalDataTable('call_declines', 'talk', {
    file: 'panggilan-ditolak',
    columns: { startedAt: 'c.started_at', group: groupName },
    from: userId => sql`call_declines t join calls c on c.id = t.call_id join message_groups g on g.id = c.group_id
      where t.user_id = ${userId} order by c.started_at, c.id`,
  }),
]

// Entries of the personal data registry: columns about groups, messages, moderation and files.
import { sql } from 'drizzle-orm'
import { dataSectionText } from '#texts/data-references.ts'
import { type DataReference, groupName, ownGroupName } from './data-reference.queries.ts'

export const chatReferences: DataReference[] = [
  {
    table: 'group_members',
    purpose: 'talk',
    columns: ['user_id'],
    copy: {
      file: 'kumpulan',
      columns: {
        joinedAt: true,
        group: groupName,
        type: 'g.type',
        role: true,
        lastReadSeq: true,
      },
      from: userId =>
        sql`group_members t join message_groups g on g.id = t.group_id where t.user_id = ${userId} order by t.id`,
    },
    erasure: { keeps: () => dataSectionText.kumpulan.keeps },
  },
  {
    table: 'message_groups',
    purpose: 'talk',
    columns: ['created_by'],
    copy: {
      file: 'kumpulan-dicipta',
      columns: { createdAt: true, name: ownGroupName, type: true, isActive: true },
      from: userId => sql`message_groups t where t.created_by = ${userId} order by t.id`,
    },
    erasure: { keeps: () => dataSectionText['kumpulan-dicipta'].keeps },
  },
  {
    table: 'messages',
    purpose: 'talk',
    columns: ['sender_id', 'recipient_id'],
    copy: {
      file: 'mesej',
      columns: {
        createdAt: true,
        group: groupName,
        content: true,
        messageType: true,
        metadata: true,
        hiddenFor: true,
      },
      from: userId =>
        sql`messages t join message_groups g on g.id = t.group_id where t.sender_id = ${userId} order by t.id`,
    },
    erasure: {
      keeps: () => dataSectionText.mesej.keeps,
    },
  },
  {
    table: 'message_reactions',
    purpose: 'talk',
    columns: ['user_id'],
    copy: {
      file: 'reaksi',
      columns: { createdAt: true, group: groupName, content: true },
      from: userId => sql`message_reactions t join messages m on m.id = t.message_id
        join message_groups g on g.id = m.group_id where t.user_id = ${userId} order by t.created_at, t.message_id`,
    },
    erasure: {
      removes:
        userId => sql`with gone as (delete from message_reactions where user_id = ${userId} returning message_id, removed_at)
        update messages set reaction_count = reaction_count - 1
         where id in (select message_id from gone where removed_at is null)`,
    },
  },
  {
    table: 'blocked_people',
    purpose: 'talk',
    columns: ['user_id', 'blocked_id'],
    copy: {
      file: 'sekatan',
      // The data export lists when the user blocked somebody, but not whom, because that is data of another person.
      columns: { createdAt: true },
      from: userId => sql`blocked_people t where t.user_id = ${userId} order by t.created_at`,
    },
    erasure: {
      removes: userId => sql`delete from blocked_people where user_id = ${userId} or blocked_id = ${userId}`,
    },
  },
  {
    table: 'message_reports',
    purpose: 'order',
    columns: ['reporter_id', 'sender_id', 'decided_by'],
    copy: {
      file: 'laporan-mesej',
      // The data export omits the text of a reported message, because it is the personal data of its author.
      // The data export contains only reports that the user made, and no reports by others about the user.
      columns: {
        createdAt: true,
        group: groupName,
        reason: true,
        note: true,
        status: true,
        decidedAt: true,
      },
      from: userId => sql`message_reports t join message_groups g on g.id = t.group_id
        where t.reporter_id = ${userId} order by t.id`,
    },
    // Message reports decided by the erased moderator stay, with a user id that no longer identifies anyone.
    erasure: {
      removes: userId =>
        sql`delete from message_reports where reporter_id = ${userId} or sender_id = ${userId}`,
    },
  },
  {
    table: 'files',
    purpose: 'talk',
    columns: ['uploaded_by'],
    copy: {
      file: 'fail',
      columns: {
        createdAt: true,
        id: true,
        kind: true,
        name: true,
        contentType: true,
        size: true,
        checksum: true,
      },
      from: userId => sql`files t where t.uploaded_by = ${userId} order by t.created_at, t.id`,
    },
    erasure: {
      keeps: () => dataSectionText.fail.keeps,
    },
  },
]

// Entries of the personal data registry: groups, messages, moderation and files.
import { sql } from 'drizzle-orm'
import { createdAt, type DataReference } from './data-reference.queries.ts'

export const chatReferences: DataReference[] = [
  {
    table: 'group_members',
    purpose: 'talk',
    columns: ['user_id'],
    copy: {
      file: 'kumpulan',
      title: 'Kumpulan saya',
      columns: {
        joinedAt: 'Menyertai',
        group: ['Kumpulan', 'g.name'],
        type: ['Jenis', 'g.type'],
        role: 'Peranan',
        lastReadSeq: 'Dibaca hingga mesej',
      },
      from: userId =>
        sql`group_members t join message_groups g on g.id = t.group_id where t.user_id = ${userId} order by t.id`,
    },
    erasure: { keeps: 'tempat dalam perbualan peribadi, supaya pihak lain melihat "Bekas ahli"' },
  },
  {
    table: 'message_groups',
    purpose: 'talk',
    columns: ['created_by'],
    copy: {
      file: 'kumpulan-dicipta',
      title: 'Kumpulan yang saya cipta',
      columns: { createdAt, name: 'Nama', type: 'Jenis', isActive: 'Aktif' },
      from: userId => sql`message_groups t where t.created_by = ${userId} order by t.id`,
    },
    erasure: { keeps: 'kumpulan untuk ahli yang masih di dalamnya; nama orang itu dibuang' },
  },
  {
    table: 'messages',
    purpose: 'talk',
    columns: ['sender_id', 'recipient_id'],
    copy: {
      file: 'mesej',
      title: 'Mesej saya',
      columns: {
        createdAt,
        group: ['Kumpulan', 'g.name'],
        content: 'Mesej',
        messageType: 'Jenis',
        metadata: 'Butiran',
        hiddenFor: 'Disembunyikan kerana',
      },
      from: userId =>
        sql`messages t join message_groups g on g.id = t.group_id where t.sender_id = ${userId} order by t.id`,
    },
    erasure: {
      keeps: 'apa yang dikatakan, sebagai "Bekas ahli"; nama dan maklumatnya dibuang daripada mesejnya',
    },
  },
  {
    table: 'message_reactions',
    purpose: 'talk',
    columns: ['user_id'],
    copy: {
      file: 'reaksi',
      title: 'Reaksi saya pada mesej',
      columns: { createdAt, group: ['Kumpulan', 'g.name'], content: 'Reaksi' },
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
      title: 'Orang yang saya sekat',
      // The export lists when the user blocked somebody, but not whom, because that is data of another person.
      columns: { createdAt },
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
      title: 'Mesej yang saya laporkan',
      // The reported message belongs to its author; reports about the user by others are not exported.
      columns: {
        createdAt,
        group: ['Kumpulan', 'g.name'],
        reason: 'Sebab',
        note: 'Keterangan',
        status: 'Status',
        decidedAt: 'Diputuskan',
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
      title: 'Fail yang saya muat naik',
      columns: {
        createdAt,
        id: 'ID',
        kind: 'Jenis',
        name: 'Nama',
        contentType: 'Format',
        size: 'Saiz (bait)',
        checksum: 'SHA-256',
      },
      from: userId => sql`files t where t.uploaded_by = ${userId} order by t.created_at, t.id`,
    },
    erasure: {
      keeps: 'fail milik aktiviti; gambar profil, fail mesej dan fail yang tidak digunakan dipadam',
    },
  },
]

// Retention rules: how long each kind of data is kept, and why. The retention job deletes expired rows by these rules.
// The data register page shows the same list, so the published periods are always the ones in force.
import { type SQL, sql } from 'drizzle-orm'

export interface RetentionRule {
  tables: string[]
  /** Malay texts for the data register: the kind of data, the retention period (`kept`) and the reason (`why`). */
  what: string
  kept: string
  why: string
  /** Deletes at most `limit` expired rows. Omitted when a job of the feature deletes the rows with their dependents. */
  remove?: (limit: number) => SQL
}

/** Months for which a rejected application is kept, so the applicant can ask why or apply again. The terms state it. */
export const rejectedApplicationMonths = 12
const twelveMonths = '12 bulan'

/** Builds a statement that deletes up to `limit` rows matching the condition. */
const deleteWhere =
  (table: string, condition: string, key = 'id') =>
  (limit: number) =>
    sql`delete from ${sql.raw(table)} where ${sql.raw(key)} in
    (select ${sql.raw(key)} from ${sql.raw(table)} where ${sql.raw(condition)} limit ${limit})`

/** Like `deleteWhere`, for tables whose ids grow with time: reads only the `limit` oldest rows of a large table. */
const deleteOldestWhere = (table: string, condition: string) => (limit: number) =>
  sql`delete from ${sql.raw(table)} t using
    (select id from ${sql.raw(table)} order by id limit ${limit}) first where t.id = first.id and ${sql.raw(condition)}`

export const retentionRules: RetentionRule[] = [
  {
    tables: [],
    what: 'Permohonan yang ditolak, dengan semua maklumat pemohon',
    kept: `${rejectedApplicationMonths} bulan selepas ditolak`,
    why: 'Supaya pemohon boleh bertanya sebabnya atau memohon semula; selepas itu tiada tujuan lagi.',
  },
  {
    tables: ['sessions'],
    what: 'Log masuk pada peranti',
    kept: 'Sehingga log keluar atau luput',
    why: 'Hanya untuk mengenali peranti yang sedang digunakan.',
    remove: deleteWhere('sessions', 'expires_at < now()'),
  },
  {
    tables: ['trusted_devices'],
    what: 'Peranti yang dipercayai',
    kept: 'Sehingga luput',
    why: 'Supaya langkah kedua tidak diminta setiap kali.',
    remove: deleteWhere('trusted_devices', 'expires_at < now()'),
  },
  {
    tables: ['account_tokens'],
    what: 'Pautan yang dihantar melalui email',
    // A delayed mail extends the validity of its link when the mail is finally sent.
    kept: '30 hari selepas luput',
    why: 'Email yang lewat dihantar masih perlu dikenali.',
    remove: deleteWhere('account_tokens', `expires_at < now() - interval '30 days'`),
  },
  {
    tables: ['rate_limits'],
    what: 'Kiraan percubaan (log masuk, pendaftaran)',
    kept: 'Beberapa minit hingga sejam',
    why: 'Untuk menghalang tekaan kata laluan; disimpan tanpa nama.',
    remove: deleteWhere('rate_limits', 'expires_at < now()', 'key'),
  },
  {
    tables: ['key_links'],
    what: 'Permintaan kunci oleh peranti baharu',
    kept: 'Beberapa minit',
    why: 'Hanya semasa kunci dipindahkan.',
    remove: deleteWhere('key_links', 'expires_at < now()'),
  },
  {
    tables: ['merge_requests'],
    what: 'Permintaan menggabungkan dua akaun',
    kept: 'Sehingga luput',
    why: 'Hanya sementara menunggu persetujuan pemilik akaun.',
    remove: deleteWhere('merge_requests', 'expires_at < now()'),
  },
  {
    tables: ['message_reports'],
    what: 'Laporan mesej, dengan salinan mesej',
    // A report holds a disclosed private message, so the report is kept only for the objection period.
    kept: '90 hari selepas diputuskan',
    why: 'Supaya keputusan boleh dibantah.',
    remove: deleteWhere('message_reports', `decided_at < now() - interval '90 days'`),
  },
  {
    tables: ['notifications'],
    what: 'Pemberitahuan pada loceng',
    kept: twelveMonths,
    why: 'Selepas setahun ia tidak lagi berguna kepada penerimanya.',
    remove: deleteOldestWhere('notifications', `t.created_at < now() - interval '12 months'`),
  },
  {
    tables: ['mail_outbox'],
    what: 'Email yang telah dihantar atau ditolak',
    // Bounced mails are kept, so that their email addresses are not written to again.
    kept: `${twelveMonths}; alamat yang tidak menerima email kekal sehingga ditukar`,
    why: 'Pautan berhenti melanggan dalam email mesti berfungsi, dan masalah penghantaran dapat disemak.',
    remove: deleteOldestWhere(
      'mail_outbox',
      `t.status in ('sent', 'refused') and t.created_at < now() - interval '12 months'`,
    ),
  },
  {
    tables: ['invitations'],
    what: 'Jemputan yang luput',
    kept: `${twelveMonths} selepas luput`,
    why: 'Untuk menunjukkan siapa yang menjemput ahli baharu.',
    remove: deleteWhere('invitations', `expires_at < now() - interval '12 months'`),
  },
  {
    tables: ['imports', 'import_rows'],
    what: 'Senarai ahli yang diimport, dengan barisnya',
    kept: '30 hari selepas perubahan terakhir',
    why: 'Supaya import boleh disemak dan dibuat asal.',
  },
  {
    tables: ['roll_calls', 'roll_call_people'],
    what: 'Semakan keselamatan dan jawapannya',
    kept: 'Beberapa hari selepas ditutup',
    why: 'Keadaan dan tempat seseorang hanya penting semasa kecemasan.',
  },
  {
    tables: ['data_downloads'],
    what: 'Salinan data yang diminta oleh ahli',
    kept: 'Sehari selepas siap',
    why: 'Fail yang mengandungi segala-galanya tidak patut disimpan lama.',
  },
  {
    tables: ['backup_runs'],
    what: 'Catatan sandaran (tanpa data peribadi)',
    kept: twelveMonths,
    why: 'Untuk menunjukkan bahawa sandaran dibuat dan diuji.',
    remove: deleteWhere(
      'backup_runs',
      `started_at < now() - interval '12 months' and removed_at is not null`,
    ),
  },
]

// What does not stay: each kind of thing, how long it is kept and why no longer. The sweep works by this list, and the
// page for whoever answers for data is drawn from it, so neither can promise what the other does not do.
import { type SQL, sql } from 'drizzle-orm'

export interface Rule {
  tables: string[]
  /** What a person reads: what it is, how long, and why. */
  what: string
  kept: string
  why: string
  /** Deletes so many and no more; left out: a job of the feature does, which knows what hangs on it. */
  remove?: (most: number) => SQL
}

/** Months after a refusal in which somebody may ask why, or apply again. The terms promise it. */
export const rejectedMonths = 12
const year = '12 bulan'

/** Rows of a table that this is true of, by its key. */
const those =
  (table: string, condition: string, key = 'id') =>
  (most: number) =>
    sql`delete from ${sql.raw(table)} where ${sql.raw(key)} in
    (select ${sql.raw(key)} from ${sql.raw(table)} where ${sql.raw(condition)} limit ${most})`

/** The same where keys follow time: only the oldest are looked at, however many there are. */
const oldest = (table: string, condition: string) => (most: number) =>
  sql`delete from ${sql.raw(table)} t using
    (select id from ${sql.raw(table)} order by id limit ${most}) first where t.id = first.id and ${sql.raw(condition)}`

export const rules: Rule[] = [
  {
    tables: [],
    what: 'Permohonan yang ditolak, dengan semua maklumat pemohon',
    kept: `${rejectedMonths} bulan selepas ditolak`,
    why: 'Supaya pemohon boleh bertanya sebabnya atau memohon semula; selepas itu tiada tujuan lagi.',
  },
  {
    tables: ['sessions'],
    what: 'Log masuk pada peranti',
    kept: 'Sehingga log keluar atau luput',
    why: 'Hanya untuk mengenali peranti yang sedang digunakan.',
    remove: those('sessions', 'expires_at < now()'),
  },
  {
    tables: ['trusted_devices'],
    what: 'Peranti yang dipercayai',
    kept: 'Sehingga luput',
    why: 'Supaya langkah kedua tidak diminta setiap kali.',
    remove: those('trusted_devices', 'expires_at < now()'),
  },
  {
    tables: ['account_tokens'],
    what: 'Pautan yang dihantar melalui email',
    // A mail that waited for its server starts the time of its link anew.
    kept: '30 hari selepas luput',
    why: 'Email yang lewat dihantar masih perlu dikenali.',
    remove: those('account_tokens', `expires_at < now() - interval '30 days'`),
  },
  {
    tables: ['rate_limits'],
    what: 'Kiraan percubaan (log masuk, pendaftaran)',
    kept: 'Beberapa minit hingga sejam',
    why: 'Untuk menghalang tekaan kata laluan; disimpan tanpa nama.',
    remove: those('rate_limits', 'expires_at < now()', 'key'),
  },
  {
    tables: ['key_links'],
    what: 'Permintaan kunci oleh peranti baharu',
    kept: 'Beberapa minit',
    why: 'Hanya semasa kunci dipindahkan.',
    remove: those('key_links', 'expires_at < now()'),
  },
  {
    tables: ['merge_requests'],
    what: 'Permintaan menggabungkan dua akaun',
    kept: 'Sehingga luput',
    why: 'Hanya sementara menunggu persetujuan pemilik akaun.',
    remove: those('merge_requests', 'expires_at < now()'),
  },
  {
    tables: ['message_reports'],
    what: 'Laporan mesej, dengan salinan mesej',
    // What was disclosed is somebody's word, and kept no longer than an objection may take.
    kept: '90 hari selepas diputuskan',
    why: 'Supaya keputusan boleh dibantah.',
    remove: those('message_reports', `decided_at < now() - interval '90 days'`),
  },
  {
    tables: ['notifications'],
    what: 'Pemberitahuan pada loceng',
    kept: year,
    why: 'Selepas setahun ia tidak lagi berguna kepada penerimanya.',
    remove: oldest('notifications', `t.created_at < now() - interval '12 months'`),
  },
  {
    tables: ['mail_outbox'],
    what: 'Email yang telah dihantar atau ditolak',
    // Those that came back stay: their addresses are not written to again.
    kept: `${year}; alamat yang tidak menerima email kekal sehingga ditukar`,
    why: 'Pautan berhenti melanggan dalam email mesti berfungsi, dan masalah penghantaran dapat disemak.',
    remove: oldest(
      'mail_outbox',
      `t.status in ('sent', 'refused') and t.created_at < now() - interval '12 months'`,
    ),
  },
  {
    tables: ['invitations'],
    what: 'Jemputan yang luput',
    kept: `${year} selepas luput`,
    why: 'Untuk menunjukkan siapa yang menjemput ahli baharu.',
    remove: those('invitations', `expires_at < now() - interval '12 months'`),
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
    kept: year,
    why: 'Untuk menunjukkan bahawa sandaran dibuat dan diuji.',
    remove: those('backup_runs', `started_at < now() - interval '12 months' and removed_at is not null`),
  },
]

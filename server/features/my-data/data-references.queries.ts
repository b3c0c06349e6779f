// Registry of all tables with personal data: which columns a data export contains and what an erasure deletes or keeps.
// A test compares the registry with the foreign keys of the database, so no table can be forgotten.
// The list stays in one file so that a data protection officer can read it from top to bottom.
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection/client.ts'
import { personFields, personKeys } from '#shared/contracts/users/person-fields.ts'

/** Purposes of storing personal data, in Malay, as the data register shows them. */
export const purposes = {
  membership: 'Mengurus permohonan, keahlian dan jawatan',
  activities: 'Mengurus aktiviti dan kehadiran',
  clubs: 'Mengurus kelab',
  talk: 'Perbualan, fail dan panggilan antara ahli',
  order: 'Menyemak mesej yang dilaporkan',
  news: 'Menyampaikan hebahan dan pemberitahuan',
  safety: 'Mengetahui keselamatan ahli semasa kecemasan',
  access: 'Log masuk yang selamat',
  keys: 'Penyulitan hujung ke hujung',
  own: 'Kemudahan yang dipilih oleh orang itu sendiri',
  record: 'Menunjukkan siapa membuat apa, dan bila',
} as const

/** Exported columns: key to label, or to label and SQL expression when the value is not the column of that name. */
type Columns = Record<string, string | [label: string, expression: string]>

interface DataReference {
  table: string
  /** Purpose of storing the data; a key of `purposes`. */
  purpose: keyof typeof purposes
  /** Columns of the table that hold a user id. */
  columns: string[]
  /** Section of the data export: file name, heading, columns and rows. Must not include names or ids of other users. */
  copy: { file: string; title: string; columns: Columns; from: (userId: number) => SQL }
  /** Statement that deletes or redacts the rows, or a Malay text for the data register that says what stays and why. */
  erasure: { removes: (userId: number) => SQL } | { keeps: string }
}

const clubName: [string, string] = ['Kelab', '(select c.name from clubs c where c.id = t.club_id)']
const createdAt = 'Tarikh'

/** Columns for every person field. The IC number is exported encrypted and decrypted later; the club by its name. */
const personColumns: Columns = Object.fromEntries(
  personKeys.map((key): [string, Columns[string]] => {
    const { label } = personFields[key]
    if (key === 'icNumber') return [key, [label, `encode(t.ic_encrypted, 'base64')`]]
    return key === 'clubId' ? ['club', clubName] : [key, label]
  }),
)

const ownRowStatements = (table: string) => ({
  from: (userId: number) => sql`${sql.raw(table)} t where t.user_id = ${userId} order by t.created_at, t.id`,
  removes: (userId: number) => sql`delete from ${sql.raw(table)} where user_id = ${userId}`,
})

/** Defines a table in which each row belongs to one user: export (unless `from` is set) and erasure cover all rows. */
function defineOwnTable(
  table: string,
  purpose: DataReference['purpose'],
  copy: Omit<ExportSection, 'from'> & Partial<ExportSection>,
): DataReference {
  const { from, removes } = ownRowStatements(table)
  return { table, purpose, columns: ['user_id'], copy: { from, ...copy }, erasure: { removes } }
}

export const dataReferences: DataReference[] = [
  {
    table: 'users',
    purpose: 'membership',
    columns: ['id', 'approved_by', 'merged_into'],
    copy: {
      file: 'akaun',
      title: 'Akaun dan profil',
      columns: {
        id: 'ID',
        ...personColumns,
        emailConfirmedAt: 'Email disahkan',
        googleId: 'ID Google',
        hasPassword: ['Ada kata laluan', 't.password is not null'],
        birthYear: 'Tahun lahir',
        profileImageId: 'Gambar profil',
        unlistedAt: 'Tidak dipaparkan dalam direktori kelab sejak',
        muted: 'Pemberitahuan yang dimatikan',
        quietHours: 'Waktu senyap',
        hidesPresence: 'Sembunyikan status dalam talian',
        graceUntil: 'Pengesahan dua langkah diperlukan mulai',
        knownSince: 'Peranti dikenali mulai',
        agreedAt: 'Menerima terma',
      },
      from: userId => sql`users t where t.id = ${userId}`,
    },
    erasure: { keeps: 'baris kosong tanpa nama, kerana rekod lain merujuk kepadanya' },
  },
  {
    table: 'term_acceptances',
    purpose: 'membership',
    columns: ['user_id'],
    copy: {
      file: 'persetujuan',
      title: 'Terma yang saya terima',
      columns: {
        createdAt,
        version: ['Versi', 't.version - coalesce((select first_terms from installation), 1) + 1'],
        consented: 'Bersetuju keahlian politik disimpan',
        way: 'Cara',
      },
      from: ownRowStatements('term_acceptances').from,
    },
    erasure: { keeps: 'bahawa seseorang bersetuju, dengan ID yang tidak lagi merujuk kepada sesiapa' },
  },
  {
    table: 'user_history',
    purpose: 'membership',
    columns: ['user_id', 'changed_by'],
    copy: {
      file: 'sejarah-keahlian',
      title: 'Sejarah keahlian',
      columns: { createdAt, status: 'Status', currentCountry: 'Negara', club: clubName, reason: 'Sebab' },
      from: ownRowStatements('user_history').from,
    },
    erasure: { removes: ownRowStatements('user_history').removes },
  },
  {
    table: 'imports',
    purpose: 'membership',
    columns: ['created_by', 'confirmed_by', 'invited_by'],
    copy: {
      file: 'import',
      title: 'Senarai ahli yang saya bawa masuk',
      columns: { createdAt, name: 'Fail', total: 'Baris', status: 'Status', club: clubName },
      from: userId => sql`imports t where t.created_by = ${userId} order by t.id`,
    },
    // Imports stay for a month for the members they created; the file name may identify the importer and is redacted.
    erasure: {
      removes: userId => sql`update imports set name = 'senarai', sheet = null where created_by = ${userId}`,
    },
  },
  {
    table: 'import_rows',
    purpose: 'membership',
    columns: ['user_id', 'duplicate_of'],
    copy: {
      file: 'baris-import',
      title: 'Baris senarai ahli tentang saya',
      columns: {
        createdAt: [createdAt, 'i.created_at'],
        file: ['Fail', 'i.name'],
        line: 'Baris',
        fullName: 'Nama',
        email: 'Email',
        kind: 'Jenis',
        outcome: 'Hasil',
      },
      from: userId =>
        sql`import_rows t join imports i on i.id = t.import_id where t.user_id = ${userId} order by t.import_id, t.line`,
    },
    erasure: {
      // Includes rows that match the user by email address or IC number without having created an account.
      removes: userId => sql`delete from import_rows r using users u where u.id = ${userId}
        and (r.user_id = u.id or r.duplicate_of = u.id or r.email = u.email or r.ic_hash = u.ic_hash)`,
    },
  },
  defineOwnTable('import_columns', 'membership', {
    file: 'lajur-import',
    title: 'Lajur fail seperti yang saya padankan',
    columns: { createdAt, header: 'Lajur', key: 'Medan' },
    from: userId => sql`import_columns t where t.user_id = ${userId} order by t.header`,
  }),
  {
    table: 'invitations',
    purpose: 'membership',
    columns: ['created_by'],
    copy: {
      file: 'jemputan',
      title: 'Jemputan yang saya buat',
      columns: {
        createdAt,
        country: 'Negara',
        club: clubName,
        email: 'Email',
        uses: 'Digunakan',
        most: 'Had',
        expiresAt: 'Luput',
      },
      from: userId => sql`invitations t where t.created_by = ${userId} order by t.created_at, t.id`,
    },
    // Invitations stay as a record for the members who used them, but are revoked.
    erasure: {
      removes: userId => sql`update invitations i
        set email = null, revoked_at = case when i.created_by = u.id then coalesce(i.revoked_at, now()) else i.revoked_at end
        from users u where u.id = ${userId} and (i.created_by = u.id or i.email = u.email)`,
    },
  },
  {
    table: 'likely_pairs',
    purpose: 'membership',
    columns: ['low_id', 'high_id', 'dismissed_by'],
    copy: {
      file: 'akaun-serupa',
      title: 'Akaun lain yang mungkin milik saya',
      // The other account is not exported, because it may belong to another person.
      columns: { createdAt, why: 'Sebab', dismissedAt: 'Disahkan bukan orang yang sama' },
      from: userId => sql`likely_pairs t where ${userId} in (t.low_id, t.high_id) order by t.id`,
    },
    erasure: { removes: userId => sql`delete from likely_pairs where ${userId} in (low_id, high_id)` },
  },
  {
    table: 'merge_requests',
    purpose: 'membership',
    columns: ['kept_id', 'gone_id', 'asked_by'],
    copy: {
      file: 'gabung-akaun',
      title: 'Permintaan menggabungkan akaun saya',
      columns: { createdAt, expiresAt: 'Luput' },
      from: userId => sql`merge_requests t where ${userId} in (t.kept_id, t.gone_id) order by t.id`,
    },
    erasure: {
      removes: userId => sql`delete from merge_requests where ${userId} in (kept_id, gone_id, asked_by)`,
    },
  },
  defineOwnTable('activity_helpers', 'activities', {
    file: 'bantuan-aktiviti',
    title: 'Aktiviti yang saya bantu',
    columns: { createdAt, activity: ['Aktiviti', 'a.title'] },
    from: userId =>
      sql`activity_helpers t join activities a on a.id = t.activity_id where t.user_id = ${userId} order by t.activity_id`,
  }),
  {
    table: 'offices',
    purpose: 'membership',
    columns: ['user_id'],
    copy: {
      file: 'jawatan',
      title: 'Jawatan saya',
      columns: {
        startedAt: 'Mula',
        endedAt: 'Tamat',
        endsOn: 'Tempoh hingga',
        office: 'Jawatan',
        country: 'Negara',
        club: clubName,
      },
      from: userId => sql`offices t where t.user_id = ${userId} order by t.id`,
    },
    erasure: { keeps: 'bahawa jawatan itu pernah diisi, dengan ID yang tidak lagi merujuk kepada sesiapa' },
  },
  {
    table: 'office_handovers',
    purpose: 'membership',
    columns: ['to_id'],
    copy: {
      file: 'serahan-jawatan',
      title: 'Jawatan yang ditawarkan kepada saya',
      columns: { createdAt, status: 'Status', decidedAt: 'Diputuskan' },
      from: userId => sql`office_handovers t where t.to_id = ${userId} order by t.id`,
    },
    erasure: { removes: userId => sql`delete from office_handovers where to_id = ${userId}` },
  },
  defineOwnTable('saved_views', 'own', {
    file: 'paparan-senarai',
    title: 'Paparan senarai yang saya simpan',
    columns: { createdAt, list: 'Senarai', name: 'Nama', search: 'Penapis', isShared: 'Dikongsi' },
  }),
  defineOwnTable('calendar_feeds', 'activities', {
    file: 'pautan-kalendar',
    title: 'Pautan kalendar',
    columns: { createdAt, club: clubName },
  }),
  {
    table: 'activity_participants',
    purpose: 'activities',
    columns: ['user_id', 'marked_by'],
    copy: {
      file: 'penyertaan',
      title: 'Aktiviti yang saya sertai',
      columns: {
        createdAt,
        activity: ['Aktiviti', 'a.title'],
        startDate: ['Masa', 'a.start_date'],
        status: 'Status',
        attendedAt: 'Hadir pada',
        isHidden: 'Disembunyikan daripada peserta lain',
        answers: [
          'Jawapan',
          `(select jsonb_object_agg(q->>'text', t.answers->(q->>'id')) from jsonb_array_elements(a.questions) q
             where t.answers ? (q->>'id'))`,
        ],
      },
      from: userId =>
        sql`activity_participants t join activities a on a.id = t.activity_id where t.user_id = ${userId} order by t.id`,
    },
    erasure: {
      keeps:
        'kehadiran aktiviti yang lepas sebagai bilangan sahaja, tanpa jawapan; tempat dalam aktiviti akan datang dilepaskan',
    },
  },
  {
    table: 'activities',
    purpose: 'activities',
    columns: ['organizer_id'],
    copy: {
      file: 'aktiviti-dianjurkan',
      title: 'Aktiviti yang saya anjurkan',
      columns: {
        createdAt,
        id: 'ID',
        title: 'Tajuk',
        description: 'Penerangan',
        location: 'Tempat',
        startDate: 'Mula',
        endDate: 'Tamat',
        status: 'Status',
        questions: 'Soalan',
      },
      from: userId => sql`activities t where t.organizer_id = ${userId} order by t.id`,
    },
    erasure: { keeps: 'milik kelab; nama dan maklumat orang itu dibuang daripada teksnya' },
  },
  {
    table: 'clubs',
    purpose: 'clubs',
    columns: ['admin_id'],
    copy: {
      file: 'kelab-ditadbir',
      title: 'Kelab yang saya tadbir',
      columns: { id: 'ID', name: 'Nama', country: 'Negara', city: 'Bandar' },
      from: userId => sql`clubs t where t.admin_id = ${userId} order by t.id`,
    },
    erasure: { keeps: 'kelab itu sendiri, tanpa pentadbir' },
  },
  {
    table: 'club_history',
    purpose: 'clubs',
    columns: ['changed_by'],
    copy: {
      file: 'perubahan-kelab',
      title: 'Perubahan status kelab oleh saya',
      columns: { createdAt, club: clubName, isActive: 'Aktif' },
      from: userId => sql`club_history t where t.changed_by = ${userId} order by t.id`,
    },
    erasure: { keeps: 'sejarah kelab, dengan ID yang tidak lagi merujuk kepada sesiapa' },
  },
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
        userId => sql`with gone as (delete from message_reactions where user_id = ${userId} returning message_id)
        update messages set reaction_count = reaction_count - 1 where id in (select message_id from gone)`,
    },
  },
  {
    table: 'blocked_people',
    purpose: 'talk',
    columns: ['user_id', 'blocked_id'],
    copy: {
      file: 'sekatan',
      title: 'Orang yang saya sekat',
      // The blocked person is not exported.
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
    // Reports that the user decided as moderator stay, with an id that no longer identifies anyone.
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
        where user_id = ${userId} or (kind = 'user.registered' and (params->>'userId')::int = ${userId})`,
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
  defineOwnTable('sessions', 'access', {
    file: 'peranti',
    title: 'Peranti yang log masuk',
    columns: {
      createdAt,
      userAgent: 'Pelayar',
      method: 'Cara',
      lastSeenAt: 'Digunakan',
      expiresAt: 'Luput',
    },
  }),
  defineOwnTable('trusted_devices', 'access', {
    file: 'peranti-dipercayai',
    title: 'Peranti yang saya percayai',
    columns: { createdAt, expiresAt: 'Luput' },
  }),
  defineOwnTable('two_factor', 'access', {
    file: 'dua-langkah',
    title: 'Pengesahan dua langkah',
    // The authenticator secret is not exported, because the ZIP file may be stored insecurely.
    columns: { createdAt, confirmedAt: 'Dihidupkan' },
    from: userId => sql`two_factor t where t.user_id = ${userId}`,
  }),
  defineOwnTable('passkeys', 'access', {
    file: 'passkey',
    title: 'Passkey saya (bahagian awam)',
    columns: { createdAt, name: 'Nama', credentialId: 'ID', isSynced: 'Disegerakkan', usedAt: 'Digunakan' },
  }),
  defineOwnTable('recovery_codes', 'access', {
    file: 'kod-pemulihan',
    title: 'Kod pemulihan (tanpa kodnya)',
    columns: { createdAt, usedAt: 'Digunakan' },
  }),
  defineOwnTable('push_devices', 'news', {
    file: 'peranti-pemberitahuan',
    title: 'Peranti yang menerima pemberitahuan saya',
    // Only the host of the push service is exported; the full push endpoint is a secret of the device.
    columns: {
      createdAt,
      service: ['Perkhidmatan', `split_part(t.endpoint, '/', 3)`],
      usedAt: 'Digunakan',
    },
  }),
  defineOwnTable('account_tokens', 'access', {
    file: 'pautan',
    title: 'Pautan yang dihantar melalui email',
    columns: { createdAt, kind: 'Jenis', email: 'Email', expiresAt: 'Luput', usedAt: 'Digunakan' },
  }),
  defineOwnTable('data_downloads', 'own', {
    file: 'muat-turun',
    title: 'Salinan data yang saya minta',
    columns: { createdAt, status: 'Status', finishedAt: 'Siap' },
  }),
  // Cards that others have signed stay in the rosters of their groups.
  defineOwnTable('user_keys', 'keys', {
    file: 'kunci',
    title: 'Kunci penyulitan saya (bahagian awam)',
    columns: { createdAt, gen: 'Generasi', card: 'Kad' },
    from: userId => sql`user_keys t where t.user_id = ${userId} order by t.gen`,
  }),
  defineOwnTable('key_wraps', 'keys', {
    file: 'pemulihan-kunci',
    title: 'Cara memulihkan kunci saya',
    // The encrypted seeds are not exported, because the ZIP file may be stored insecurely.
    columns: { createdAt, gen: 'Generasi', kind: 'Jenis' },
  }),
  defineOwnTable('key_devices', 'keys', {
    file: 'peranti-kunci',
    title: 'Peranti yang mempunyai kunci saya',
    columns: { createdAt, usedAt: 'Digunakan', name: 'Peranti', gen: 'Generasi' },
    from: userId => sql`key_devices t where t.user_id = ${userId} order by t.created_at, t.dev`,
  }),
  defineOwnTable('key_vaults', 'keys', {
    file: 'catatan-kunci',
    title: 'Catatan kunci orang lain, dikunci untuk peranti saya',
    // The vault's content is encrypted to the user's own keys and would be unreadable in the export.
    columns: { createdAt, version: 'Versi' },
    from: userId => sql`key_vaults t where t.user_id = ${userId}`,
  }),
  defineOwnTable('withdrawn_keys', 'keys', {
    file: 'kunci-ditarik-balik',
    title: 'Kunci yang ditarik balik sebelum digunakan (bahagian awam)',
    columns: { createdAt, gen: 'Generasi', card: 'Kad' },
    from: userId => sql`withdrawn_keys t where t.user_id = ${userId}`,
  }),
  defineOwnTable('user_names', 'keys', {
    file: 'nama-ditandatangani',
    title: 'Nama saya seperti yang saya tandatangani',
    columns: { createdAt, gen: 'Generasi', rev: 'Semakan', body: 'Kenyataan', sig: 'Tandatangan' },
    from: userId => sql`user_names t where t.user_id = ${userId}`,
  }),
  defineOwnTable('key_links', 'keys', {
    file: 'sambungan-peranti',
    title: 'Peranti yang sedang meminta kunci saya',
    columns: { createdAt, name: 'Peranti', expiresAt: 'Luput' },
  }),
  defineOwnTable('epoch_boxes', 'keys', {
    file: 'kunci-kumpulan',
    title: 'Kunci kumpulan yang diberikan kepada saya',
    columns: { group: ['Kumpulan', 'g.name'], n: 'Kunci ke-' },
    from: userId => sql`epoch_boxes t join message_groups g on g.id = t.group_id
      where t.user_id = ${userId} order by t.group_id, t.n`,
  }),
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
  {
    table: 'audit_events',
    purpose: 'record',
    columns: ['actor_id', 'target_id'],
    copy: {
      file: 'jejak',
      title: 'Apa yang direkodkan tentang saya',
      // Other users in an audit event are not exported.
      columns: { createdAt, kind: 'Tindakan', byMe: ['Oleh saya', 't.by_me'], country: 'Negara' },
      from: userId => sql`(select *, coalesce(actor_id = ${userId}, false) as by_me from audit_events
        where actor_id = ${userId} or (target_type = 'user' and target_id = ${String(userId)})) t order by t.id`,
    },
    erasure: { keeps: 'ID dan kod sahaja, yang tidak lagi merujuk kepada sesiapa' },
  },
]

export type ExportSection = DataReference['copy']
export type ExportRow = Record<string, unknown>

export function getColumnLabel(columns: Columns, key: string): string {
  const column = columns[key]
  return (Array.isArray(column) ? column[0] : column) ?? key
}

function buildColumnList(columns: Columns): SQL {
  const list = Object.entries(columns).map(([key, column]) => {
    const defaultColumn = `t.${key.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)}`
    return sql`${sql.raw(Array.isArray(column) ? column[1] : defaultColumn)} as ${sql.identifier(key)}`
  })
  return sql.join(list, sql`, `)
}

const fetchSize = 500

/** Streams the rows of an export section through a cursor; the transaction makes the sections consistent. */
export async function* readExportSection(
  tx: Db,
  { columns, from }: ExportSection,
  userId: number,
): AsyncGenerator<ExportRow[]> {
  await tx.execute(sql`declare copied no scroll cursor for
    select to_jsonb(r) as row from (select ${buildColumnList(columns)} from ${from(userId)}) r`)
  let hasMore = true
  while (hasMore) {
    const { rows } = await tx.execute<{ row: ExportRow }>(sql.raw(`fetch ${fetchSize} from copied`))
    if (rows.length > 0) yield rows.map(({ row }) => row)
    hasMore = rows.length === fetchSize
  }
  await tx.execute(sql`close copied`)
}

/** Runs the erasure statement of every registered table. Repeating it deletes rows that arrived after the first run. */
export async function erasePersonalRows(tx: Db, userId: number): Promise<void> {
  for (const { erasure } of dataReferences) {
    if ('removes' in erasure) await tx.execute(erasure.removes(userId))
  }
}

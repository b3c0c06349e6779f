// Entries of the personal data registry: accounts, membership, imports, invitations and duplicate accounts.
import { sql } from 'drizzle-orm'
import { personKeys } from '#shared/contracts/users/person-fields.ts'
import { personFieldLabels } from '#texts/person-fields.ts'
import {
  clubName,
  createdAt,
  type DataReference,
  defineOwnTable,
  type ExportColumns,
  ownRowStatements,
} from './data-reference.queries.ts'

/**
 * Columns for every person field.
 * The IC number is read encrypted and decrypted later; the club is exported by name.
 */
const personColumns: ExportColumns = Object.fromEntries(
  personKeys.map((key): [string, ExportColumns[string]] => {
    const label = personFieldLabels[key]
    if (key === 'icNumber') return [key, [label, `encode(t.ic_encrypted, 'base64')`]]
    return key === 'clubId' ? ['club', clubName] : [key, label]
  }),
)

export const membershipReferences: DataReference[] = [
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
        language: 'Bahasa',
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
      // Import lines with the email address or IC number of the user are deleted even if they created no account.
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
      // The other account of a likely duplicate pair is not exported, because it may belong to another person.
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
]

// Entries of the personal data registry: keys of the end-to-end encryption.
import { sql } from 'drizzle-orm'
import { createdAt, type DataReference, defineOwnTable } from './data-reference.queries.ts'

export const keyReferences: DataReference[] = [
  // An erasure keeps the copies of signed public keys that are part of signed group rosters.
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
    // The content of the key vault is omitted, because only the user's own devices can decrypt it.
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
]

// Entries of the personal data registry: keys of the end-to-end encryption.
import { sql } from 'drizzle-orm'
import { type DataReference, definePersonalDataTable, groupName } from './data-reference.queries.ts'

export const keyReferences: DataReference[] = [
  // An erasure keeps the copies of signed public keys in the signed member lists of encrypted groups.
  definePersonalDataTable('user_keys', 'keys', {
    file: 'kunci',
    columns: { createdAt: true, gen: true, card: true },
    from: userId => sql`user_keys t where t.user_id = ${userId} order by t.gen`,
  }),
  definePersonalDataTable('key_wraps', 'keys', {
    file: 'pemulihan-kunci',
    // The data export omits the encrypted copies of the seed from which the user's keys are derived.
    // Users may store the exported ZIP file insecurely, so the file omits even encrypted key seeds.
    columns: { createdAt: true, gen: true, kind: true },
  }),
  definePersonalDataTable('key_devices', 'keys', {
    file: 'peranti-kunci',
    columns: { createdAt: true, usedAt: true, name: true, gen: true },
    from: userId => sql`key_devices t where t.user_id = ${userId} order by t.created_at, t.dev`,
  }),
  definePersonalDataTable('key_vaults', 'keys', {
    file: 'catatan-kunci',
    // The content of the key vault (encrypted key backup) is omitted: only the user's own devices can decrypt it.
    columns: { createdAt: true, version: true },
    from: userId => sql`key_vaults t where t.user_id = ${userId}`,
  }),
  definePersonalDataTable('withdrawn_keys', 'keys', {
    file: 'kunci-ditarik-balik',
    columns: { createdAt: true, gen: true, card: true },
    from: userId => sql`withdrawn_keys t where t.user_id = ${userId}`,
  }),
  definePersonalDataTable('user_names', 'keys', {
    file: 'nama-ditandatangani',
    columns: { createdAt: true, gen: true, rev: true, body: true, sig: true },
    from: userId => sql`user_names t where t.user_id = ${userId}`,
  }),
  definePersonalDataTable('key_links', 'keys', {
    file: 'sambungan-peranti',
    columns: { createdAt: true, name: true, expiresAt: true },
  }),
  definePersonalDataTable('epoch_boxes', 'keys', {
    file: 'kunci-kumpulan',
    columns: { group: groupName, n: true },
    from: userId => sql`epoch_boxes t join message_groups g on g.id = t.group_id
      where t.user_id = ${userId} order by t.group_id, t.n`,
  }),
]

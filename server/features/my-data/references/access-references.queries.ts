// Entries of the personal data registry: sessions, sign-in methods, devices, mailed links and data downloads.
import { sql } from 'drizzle-orm'
import { createdAt, type DataReference, defineOwnTable } from './data-reference.queries.ts'

export const accessReferences: DataReference[] = [
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
]

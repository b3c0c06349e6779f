// Entries of the personal data registry: sessions, sign-in methods, devices, mailed links and data downloads.
import { sql } from 'drizzle-orm'
import { type DataReference, definePersonalDataTable } from './data-reference.queries.ts'

export const accessReferences: DataReference[] = [
  definePersonalDataTable('sessions', 'access', {
    file: 'peranti',
    columns: {
      createdAt: true,
      userAgent: true,
      method: true,
      lastSeenAt: true,
      expiresAt: true,
    },
  }),
  definePersonalDataTable('trusted_devices', 'access', {
    file: 'peranti-dipercayai',
    columns: { createdAt: true, expiresAt: true },
  }),
  definePersonalDataTable('two_factor', 'access', {
    file: 'dua-langkah',
    // The data export omits the secret of the authenticator app, because the ZIP file may be stored insecurely.
    columns: { createdAt: true, confirmedAt: true },
    from: userId => sql`two_factor t where t.user_id = ${userId}`,
  }),
  definePersonalDataTable('passkeys', 'access', {
    file: 'passkey',
    columns: { createdAt: true, name: true, credentialId: true, isSynced: true, usedAt: true },
  }),
  definePersonalDataTable('recovery_codes', 'access', {
    file: 'kod-pemulihan',
    columns: { createdAt: true, usedAt: true },
  }),
  definePersonalDataTable('push_devices', 'news', {
    file: 'peranti-pemberitahuan',
    // The data download contains only the host of the push service. The full push endpoint is a secret of the device.
    columns: {
      createdAt: true,
      service: `split_part(t.endpoint, '/', 3)`,
      usedAt: true,
    },
  }),
  definePersonalDataTable('account_tokens', 'access', {
    file: 'pautan',
    columns: { createdAt: true, kind: true, email: true, expiresAt: true, usedAt: true },
  }),
  definePersonalDataTable('data_downloads', 'own', {
    file: 'muat-turun',
    columns: { createdAt: true, status: true, finishedAt: true },
  }),
]

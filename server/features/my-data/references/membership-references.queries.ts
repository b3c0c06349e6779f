// Entries of the personal data registry: accounts, membership, imports, invitations and duplicate accounts.
import { sql } from 'drizzle-orm'
import { personKeys } from '#shared/contracts/users/person-fields.ts'
import { dataSectionText } from '#texts/data-references.ts'
import {
  buildOwnRowStatements,
  clubName,
  type DataReference,
  definePersonalDataTable,
  type ExportColumns,
} from './data-reference.queries.ts'

/**
 * Export columns for all person fields except the club.
 * The identity card number is selected as ciphertext and decrypted later.
 */
const personColumns: ExportColumns = Object.fromEntries(
  personKeys
    .filter(key => key !== 'clubId')
    .map(key => [key, key === 'icNumber' ? `encode(t.ic_encrypted, 'base64')` : true]),
)

/** SQL for the value of a custom field: text, number, day, yes or no, or the labels of the choices. */
const fieldValue = `coalesce(to_jsonb(t.text_value), to_jsonb(t.number_value), to_jsonb(t.date_value),
  to_jsonb(t.boolean_value), (select to_jsonb(string_agg(c ->> 'label', '; '))
    from jsonb_array_elements(f.choices) c where t.choice_values @> array[c ->> 'id']))`

export const membershipReferences: DataReference[] = [
  {
    table: 'users',
    purpose: 'membership',
    columns: ['id', 'approved_by', 'merged_into'],
    copy: {
      file: 'akaun',
      columns: {
        id: true,
        ...personColumns,
        club: clubName,
        emailConfirmedAt: true,
        googleId: true,
        hasPassword: 't.password is not null',
        birthYear: true,
        profileImageId: true,
        unlistedAt: true,
        muted: true,
        quietHours: true,
        hidesPresence: true,
        language: true,
        graceUntil: true,
        knownSince: true,
        agreedAt: true,
      },
      from: userId => sql`users t where t.id = ${userId}`,
    },
    erasure: { keeps: () => dataSectionText.akaun.keeps },
  },
  definePersonalDataTable('custom_field_values', 'membership', {
    file: 'medan-tersuai',
    // The data export has all custom field values, including those that only managers see and those of removed fields.
    columns: {
      updatedAt: true,
      field: 'f.label',
      scope: 'coalesce((select c.name from clubs c where c.id = f.club_id), f.country)',
      value: fieldValue,
    },
    from: userId => sql`custom_field_values t join custom_fields f on f.id = t.field_id
      where t.user_id = ${userId} order by f.club_id nulls first, f.country nulls first, f.position, f.id`,
  }),
  {
    table: 'term_acceptances',
    purpose: 'membership',
    columns: ['user_id'],
    copy: {
      file: 'persetujuan',
      columns: {
        createdAt: true,
        version: 't.version - coalesce((select first_terms from installation), 1) + 1',
        consented: true,
        way: true,
      },
      from: buildOwnRowStatements('term_acceptances').from,
    },
    erasure: { keeps: () => dataSectionText.persetujuan.keeps },
  },
  {
    table: 'user_history',
    purpose: 'membership',
    columns: ['user_id', 'changed_by'],
    copy: {
      file: 'sejarah-keahlian',
      columns: { createdAt: true, status: true, currentCountry: true, club: clubName, reason: true },
      from: buildOwnRowStatements('user_history').from,
    },
    erasure: { removes: buildOwnRowStatements('user_history').removes },
  },
  {
    table: 'imports',
    purpose: 'membership',
    columns: ['created_by', 'confirmed_by', 'invited_by'],
    copy: {
      file: 'import',
      columns: { createdAt: true, name: true, total: true, status: true, club: clubName },
      from: userId => sql`imports t where t.created_by = ${userId} order by t.id`,
    },
    // After an erasure, imports are kept for a month, but without the file name, which may identify the importer.
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
      columns: {
        createdAt: 'i.created_at',
        file: 'i.name',
        line: true,
        fullName: true,
        email: true,
        kind: true,
        outcome: true,
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
  definePersonalDataTable('import_columns', 'membership', {
    file: 'lajur-import',
    columns: { createdAt: true, header: true, key: true },
    from: userId => sql`import_columns t where t.user_id = ${userId} order by t.header`,
  }),
  definePersonalDataTable('import_sources', 'membership', {
    file: 'sumber-import',
    columns: { createdAt: true, columns: true },
    from: userId => sql`import_sources t where t.user_id = ${userId} order by t.created_at, t.source`,
  }),
  {
    table: 'invitations',
    purpose: 'membership',
    columns: ['created_by'],
    copy: {
      file: 'jemputan',
      columns: {
        createdAt: true,
        country: true,
        club: clubName,
        email: true,
        uses: true,
        most: true,
        expiresAt: true,
      },
      from: userId => sql`invitations t where t.created_by = ${userId} order by t.created_at, t.id`,
    },
    // An erasure revokes the user's invitations but keeps them as a record for the members who used them.
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
      // The data export omits the other account of a likely duplicate pair, which may belong to another person.
      columns: { createdAt: true, why: true, dismissedAt: true },
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
      columns: { createdAt: true, expiresAt: true },
      from: userId => sql`merge_requests t where ${userId} in (t.kept_id, t.gone_id) order by t.id`,
    },
    erasure: {
      removes: userId => sql`delete from merge_requests where ${userId} in (kept_id, gone_id, asked_by)`,
    },
  },
]

import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection/client.ts'
import type { User } from '#server/features/users/access/require-access-to-user.service.ts'
import {
  type IcNumberReader,
  readIdentityNumber,
} from '#server/features/users/person-data/read-identity-number.ts'
import { identifyingKeys } from '#shared/contracts/users/person-fields.ts'
import { encryptedContentPattern } from '#shared/e2ee/encrypted-message.ts'
import { formatIdentityNumber } from '#shared/ic-number.ts'

/** Text that replaces redacted identifiers. It contains no words, because readers use different languages. */
const redactionMark = '[…]'

/** Minimum length of an identifier to redact; shorter ones would match unrelated words. */
const minLength = 4

/** Collects the user's identifying values as they may appear in text; the IC number with and without dashes. */
function collectIdentifiers(reader: IcNumberReader, user: User): string[] {
  const digits = (user.icEncrypted && readIdentityNumber(reader, user.id, user.icEncrypted)) ?? ''
  const identifiers = identifyingKeys.flatMap((key): (string | null)[] =>
    key === 'icNumber' ? [digits, formatIdentityNumber(digits)] : [user[key]],
  )
  return identifiers.filter(identifier => identifier !== null && identifier.length >= minLength) as string[]
}

/** Builds a PostgreSQL regular expression that matches the identifier as a whole word only. */
function buildWholeWordPattern(identifier: string): string {
  const escaped = identifier.replace(/[^\p{L}\p{N}\s]/gu, '\\$&')
  return `${/^[\p{L}\p{N}]/u.test(identifier) ? '\\m' : ''}${escaped}${/[\p{L}\p{N}]$/u.test(identifier) ? '\\M' : ''}`
}

/**
 * Redacts the user's name, contact details and numbers from texts that the user wrote.
 * The texts themselves stay, because they belong to groups and clubs. Texts by other authors are not changed.
 */
export async function redactPersonalDetails(tx: Db, reader: IcNumberReader, user: User): Promise<void> {
  const patterns = collectIdentifiers(reader, user).map(buildWholeWordPattern)
  const pattern = patterns.sort((a, b) => b.length - a.length).join('|')
  const buildRedactedColumnSql = (column: SQL) =>
    sql`regexp_replace(${column}, ${pattern}, ${redactionMark}, 'gi')`
  const ownTexts: [table: string, owner: string, columns: string[]][] = [
    ['messages', 'sender_id', ['content']],
    ['message_groups', 'created_by', ['name']],
    [
      'activities',
      'organizer_id',
      ['title', 'description', 'second_title', 'second_description', 'location'],
    ],
    ['announcements', 'author_id', ['title', 'body', 'second_title', 'second_body']],
    ['roll_calls', 'asked_by', ['message', 'city']],
    ['files', 'uploaded_by', ['name']],
    ['user_history', 'changed_by', ['reason']],
  ]
  for (const [table, owner, columns] of ownTexts) {
    const columnNames = columns.map(name => sql.identifier(name))
    const set = sql.join(
      columnNames.map(column => sql`${column} = ${buildRedactedColumnSql(sql`${column}`)}`),
      sql`, `,
    )
    const containsIdentifier = sql.join(
      columnNames.map(column => sql`${column} ~* ${pattern}`),
      sql` or `,
    )
    // Encrypted messages contain no readable name, and any change would make them undecryptable.
    const isPlaintext = table === 'messages' ? sql`content !~ ${encryptedContentPattern.source}` : sql`true`
    await tx.execute(
      sql`update ${sql.identifier(table)} set ${set}
           where ${sql.identifier(owner)} = ${user.id} and ${isPlaintext} and (${containsIdentifier})`,
    )
  }
  // Activity questions are stored as one JSON array. Names in their texts and choices are redacted.
  await tx.execute(sql`
    update activities set questions = (
      select jsonb_agg(q || jsonb_build_object('text', ${buildRedactedColumnSql(sql`q->>'text'`)}, 'choices', coalesce(
               (select jsonb_agg(${buildRedactedColumnSql(sql`c`)} order by m)
                  from jsonb_array_elements_text(q->'choices') with ordinality as choices(c, m)), '[]')) order by n)
        from jsonb_array_elements(questions) with ordinality as asked(q, n))
     where organizer_id = ${user.id} and questions::text ~* ${pattern}`)
  await tx.execute(sql`update announcements set poll = ${buildRedactedColumnSql(sql`poll::text`)}::jsonb
    where author_id = ${user.id} and poll::text ~* ${pattern}`)
  // Erasing the account deletes the user's answers to activity questions, which served only that activity.
  await tx.execute(
    sql`update activity_participants set answers = '{}' where user_id = ${user.id} and answers <> '{}'`,
  )
  // Participants' rows contain copies of the location that the organizer wrote, so the copies are redacted.
  await tx.execute(sql`
    update activity_participants p set joined_as = jsonb_set(joined_as, '{location}', to_jsonb(${buildRedactedColumnSql(sql`joined_as->>'location'`)}))
      from activities a
     where a.id = p.activity_id and a.organizer_id = ${user.id} and joined_as->>'location' ~* ${pattern}`)
}

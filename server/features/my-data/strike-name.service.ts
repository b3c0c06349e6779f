import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { type NumberReader, readIcNumber } from '#server/features/users/read-ic-number.ts'
import type { User } from '#server/features/users/require-user.service.ts'
import { identifyingKeys } from '#shared/contracts/person-fields.ts'
import { sealedContent } from '#shared/e2ee/sealed.ts'
import { formatIcNumber } from '#shared/ic-number.ts'
import { formerMember } from '#shared/labels.ts'

/** Shorter ones would be found in words that have nothing to do with the person. */
const shortest = 4

/** What tells who somebody is, as it would be written in a text: a number with its dashes and without. */
function wordsFor(reader: NumberReader, user: User): string[] {
  const digits = (user.icEncrypted && readIcNumber(reader, user.id, user.icEncrypted)) ?? ''
  const words = identifyingKeys.flatMap((key): (string | null)[] =>
    key === 'icNumber' ? [digits, formatIcNumber(digits)] : [user[key]],
  )
  return words.filter(word => word !== null && word.length >= shortest) as string[]
}

/** As a whole: a name is not looked for inside of longer words. */
function asPattern(word: string): string {
  const escaped = word.replace(/[^\p{L}\p{N}\s]/gu, '\\$&')
  return `${/^[\p{L}\p{N}]/u.test(word) ? '\\m' : ''}${escaped}${/[\p{L}\p{N}]$/u.test(word) ? '\\M' : ''}`
}

/**
 * What this person wrote themselves stays, for it belongs to conversations and clubs; but their name, address and
 * numbers go from it. What others wrote is theirs.
 */
export async function strikeName(tx: Db, reader: NumberReader, user: User): Promise<void> {
  const words = wordsFor(reader, user).map(asPattern)
  const pattern = words.sort((a, b) => b.length - a.length).join('|')
  const struck = (column: SQL) => sql`regexp_replace(${column}, ${pattern}, ${formerMember}, 'gi')`
  const own: [table: string, owner: string, columns: string[]][] = [
    ['messages', 'sender_id', ['content']],
    ['message_groups', 'created_by', ['name']],
    ['activities', 'organizer_id', ['title', 'description', 'location']],
    ['announcements', 'author_id', ['title', 'body']],
    ['roll_calls', 'asked_by', ['message', 'city']],
    ['files', 'uploaded_by', ['name']],
    ['user_history', 'changed_by', ['reason']],
  ]
  for (const [table, owner, columns] of own) {
    const each = columns.map(name => sql.identifier(name))
    const set = sql.join(
      each.map(column => sql`${column} = ${struck(sql`${column}`)}`),
      sql`, `,
    )
    const holds = sql.join(
      each.map(column => sql`${column} ~* ${pattern}`),
      sql` or `,
    )
    // Cipher holds no name, and one letter changed in it would make it unreadable.
    const isPlain = table === 'messages' ? sql`content !~ ${sealedContent.source}` : sql`true`
    await tx.execute(
      sql`update ${sql.identifier(table)} set ${set}
           where ${sql.identifier(owner)} = ${user.id} and ${isPlain} and (${holds})`,
    )
  }
  // Questions are a list in one column; what is written in them is text all the same.
  await tx.execute(sql`
    update activities set questions = (
      select jsonb_agg(q || jsonb_build_object('text', ${struck(sql`q->>'text'`)}, 'choices', coalesce(
               (select jsonb_agg(${struck(sql`c`)} order by m)
                  from jsonb_array_elements_text(q->'choices') with ordinality as choices(c, m)), '[]')) order by n)
        from jsonb_array_elements(questions) with ordinality as asked(q, n))
     where organizer_id = ${user.id} and questions::text ~* ${pattern}`)
  await tx.execute(sql`update announcements set poll = ${struck(sql`poll::text`)}::jsonb
    where author_id = ${user.id} and poll::text ~* ${pattern}`)
  // What they told an organiser was for that one occasion.
  await tx.execute(
    sql`update activity_participants set answers = '{}' where user_id = ${user.id} and answers <> '{}'`,
  )
  // Where it was to be stands in others' places as well.
  await tx.execute(sql`
    update activity_participants p set joined_as = jsonb_set(joined_as, '{location}', to_jsonb(${struck(sql`joined_as->>'location'`)}))
      from activities a
     where a.id = p.activity_id and a.organizer_id = ${user.id} and joined_as->>'location' ~* ${pattern}`)
}

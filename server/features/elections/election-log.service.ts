// Event log of an election: one database row per event of the ballot protocol. Callers must have locked the election.
import { and, asc, desc, eq, gte, sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { electionEvents } from '#server/db/schema/elections.ts'
import type { LogEntry, LogHead, SetupTexts } from '#shared/ballot/log/log-entry.ts'

export async function findNewestElectionLogEvent(
  { db }: Pick<Context, 'db'>,
  electionId: number,
): Promise<LogHead | null> {
  const [newest] = await db
    .select({ height: electionEvents.height, hash: electionEvents.hash })
    .from(electionEvents)
    .where(eq(electionEvents.electionId, electionId))
    .orderBy(desc(electionEvents.height))
    .limit(1)
  return newest ?? null
}

export async function requireNewestElectionLogEvent(
  context: Pick<Context, 'db'>,
  electionId: number,
): Promise<LogHead> {
  const head = await findNewestElectionLogEvent(context, electionId)
  if (!head) throw new Error(`election ${electionId} has no log`)
  return head
}

/** Appends an event to the election log. A trigger rejects an event that does not continue the hash chain. */
export async function appendElectionLogEvent(
  { db }: Pick<Context, 'db'>,
  electionId: number,
  entry: LogEntry,
): Promise<void> {
  await db.insert(electionEvents).values({ electionId, ...entry })
}

/** Reads the texts of the Setup event of an election: questions, trustees and credentials of the voters. */
export async function readElectionSetupEvent(
  { db }: Pick<Context, 'db'>,
  electionId: number,
): Promise<SetupTexts> {
  const [setup] = await db
    .select({ data: electionEvents.data })
    .from(electionEvents)
    .where(and(eq(electionEvents.electionId, electionId), eq(electionEvents.height, 0)))
  const [election, trustees, credentials] = setup?.data ?? []
  if (election === undefined || trustees === undefined || credentials === undefined)
    throw new Error(`election ${electionId} has no Setup event`)
  return { election, trustees, credentials }
}

/** Number of election log events that are read at once, so that reading many ballots needs little memory. */
const chunkSize = 200

/** Reads all events of an election log in order, in chunks. */
export async function* readLogEvents({ db }: Pick<Context, 'db'>, electionId: number) {
  for (let from = 0; ; ) {
    const rows = await db
      .select()
      .from(electionEvents)
      .where(and(eq(electionEvents.electionId, electionId), gte(electionEvents.height, from)))
      .orderBy(asc(electionEvents.height))
      .limit(chunkSize)
    yield* rows
    if (rows.length < chunkSize) return
    from += chunkSize
  }
}

/** Reads the encrypted tally from the election log. Undefined before the tally was computed. */
export async function readEncryptedTallyEvent({ db }: Pick<Context, 'db'>, electionId: number) {
  const [row] = await db
    .select({ data: electionEvents.data })
    .from(electionEvents)
    .where(and(eq(electionEvents.electionId, electionId), eq(electionEvents.type, 'EncryptedTally')))
  const [encryptedTally, sized] = row?.data ?? []
  if (encryptedTally === undefined || sized === undefined) return undefined
  return { encryptedTally, numTallied: (JSON.parse(sized) as { num_tallied: number }).num_tallied }
}

/** Reads an election's partial decryptions, each with the number of the trustee or server that made it. */
export async function readPartialDecryptions({ db }: Pick<Context, 'db'>, electionId: number) {
  const rows = await db
    .select({ data: electionEvents.data })
    .from(electionEvents)
    .where(and(eq(electionEvents.electionId, electionId), eq(electionEvents.type, 'PartialDecryption')))
    .orderBy(asc(electionEvents.height))
  return rows.map(({ data: [partialDecryption = '', owned = '{}'] }) => ({
    partialDecryption,
    owner: (JSON.parse(owned) as { owner: number }).owner,
  }))
}

/** Counts the voters with an accepted ballot, and all accepted ballots of the election. */
export async function countVotersAndAcceptedBallots({ db }: Pick<Context, 'db'>, electionId: number) {
  const { rows } = await db.execute<{ voted: number; ballots: number }>(sql`
    select count(distinct credential)::int as voted, count(*)::int as ballots
      from election_ballots where election_id = ${electionId}`)
  return rows[0] ?? { voted: 0, ballots: 0 }
}

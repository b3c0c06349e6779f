import { Readable } from 'node:stream'
import { and, asc, eq, gte } from 'drizzle-orm'
import type { Context, SignedInContext } from '#server/context.ts'
import { electionEvents, elections } from '#server/db/schema/elections.ts'
import { notFound } from '#server/errors.ts'
import {
  buildElectionArchiveEntry,
  writeElectionArchiveHeader,
} from '#shared/ballot/archive/write-archive.ts'
import type { LogQuery } from '#shared/contracts/elections/elections.schemas.ts'
import { findNewestElectionLogEvent, readLogEvents } from './election-log.service.ts'
import { requireElectionVisibleToCaller } from './elections.queries.ts'

/**
 * Writes the public archive of an election as a stream. All timestamps in it are the opening time, so its bytes never
 * change.
 */
async function* writeArchive(context: Pick<Context, 'db'>, electionId: number, openedAt: Date) {
  const timestamp = Math.floor(openedAt.getTime() / 1000)
  yield writeElectionArchiveHeader(timestamp)
  for await (const entry of readLogEvents(context, electionId))
    yield buildElectionArchiveEntry(entry, timestamp)
}

/** Returns the public archive of an opened election to anybody who knows its uuid. The archive contains no names. */
export async function readElectionArchive(context: Pick<Context, 'db'>, uuid: string): Promise<Readable> {
  const [found] = await context.db
    .select({ id: elections.id, openedAt: elections.openedAt })
    .from(elections)
    .where(eq(elections.uuid, uuid))
  if (!found?.openedAt) throw notFound()
  return Readable.from(writeArchive(context, found.id, found.openedAt))
}

/** Lists the events of an election log with their hashes but without content, for users who check the log. */
export async function readElectionLog(context: SignedInContext, id: number, { from, limit }: LogQuery) {
  await requireElectionVisibleToCaller(context, id)
  const rows = await context.db
    .select()
    .from(electionEvents)
    .where(and(eq(electionEvents.electionId, id), gte(electionEvents.height, from)))
    .orderBy(asc(electionEvents.height))
    .limit(limit)
  return {
    head: await findNewestElectionLogEvent(context, id),
    events: rows.map(({ height, type, hash, parent, event }) => ({
      height,
      type,
      hash,
      parent,
      payload: (JSON.parse(event) as { payload?: string }).payload ?? null,
    })),
  }
}

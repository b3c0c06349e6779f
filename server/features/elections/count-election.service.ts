// Counts an election: encrypted tally, partial decryptions of the trustees, and the result.

import { setImmediate } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import type { Context, SignedInContext } from '#server/context.ts'
import { elections, electionTrustees } from '#server/db/schema/elections.ts'
import { conflict, notFound } from '#server/errors.ts'
import { parseElection } from '#shared/ballot/election.ts'
import {
  createEncryptedTallyLogEntry,
  createPartialDecryptionLogEntry,
  createResultLogEntry,
} from '#shared/ballot/log/log-entry.ts'
import { ballot as ballotStructure, parseBallotJson } from '#shared/ballot/structures.ts'
import {
  computePartialDecryption,
  isPartialDecryptionCorrect,
} from '#shared/ballot/tally/partial-decryption.ts'
import { computeElectionResult } from '#shared/ballot/tally/result.ts'
import { Tallier } from '#shared/ballot/tally/tally.ts'
import { type DecryptionBody, minBallots } from '#shared/contracts/elections/elections.schemas.ts'
import { enqueueElectionJob, recordElectionAuditEvent } from './election-events.service.ts'
import {
  appendElectionLogEvent,
  readElectionSetupEvent,
  readEncryptedTallyEvent,
  readLogEvents,
  readPartialDecryptions,
  requireNewestElectionLogEvent,
} from './election-log.service.ts'
import {
  type Election,
  hasEncryptedTally,
  listTrustees,
  lockElection,
  requireElectionVisibleToCaller,
} from './elections.queries.ts'
import { decryptServerKey } from './server-key.ts'
import { findTrusteeTask, isDecryptionThresholdReached } from './trustee-tasks.ts'

/**
 * The server holds a share of the decryption key as owner 1, and trustee `n` holds a share as owner `n + 1`.
 */
const serverOwner = 1

/** Adds up all encrypted ballots of a closed election. No lock is needed, because no ballot is added any more. */
async function computeTally(context: Context, electionId: number) {
  const { election } = await readElectionSetupEvent(context, electionId)
  const tallier = new Tallier(parseElection(election))
  for await (const { type, data } of readLogEvents(context, electionId)) {
    if (type === 'Ballot' && data[0] !== undefined) tallier.add(parseBallotJson(ballotStructure, data[0]))
    // Adding up the ballots blocks the thread, so the loop lets other requests run after each ballot.
    await setImmediate()
  }
  return tallier.finish()
}

/** Appends the encrypted tally to the election log, unless a concurrent run has already appended it. */
export async function appendEncryptedTallyToElectionLog(context: Context, id: number): Promise<void> {
  const tally = await computeTally(context, id)
  await context.transaction(async tx => {
    const election = await lockElection(tx, id)
    if (election.status !== 'closed' || (await hasEncryptedTally(tx, id))) return
    await appendElectionLogEvent(
      tx,
      id,
      createEncryptedTallyLogEntry(await requireNewestElectionLogEvent(tx, id), tally),
    )
    await enqueueElectionJob(tx)
    await recordElectionAuditEvent(tx, election, 'election.tallied', { isPublic: true })
  })
}

/** Returns the log entries from which a trustee computes a partial decryption. Voters may also read these entries. */
export async function readTallyForPartialDecryption(context: SignedInContext, id: number) {
  await requireElectionVisibleToCaller(context, id)
  const tally = await readEncryptedTallyEvent(context, id)
  if (!tally) throw notFound()
  const { election, trustees } = await readElectionSetupEvent(context, id)
  const own = (await listTrustees(context, id)).find(({ userId }) => userId === context.actor.id)
  return { election, trustees, ...tally, voutput: own?.voutput ?? null }
}

/**
 * Verifies and appends the partial decryption of the calling trustee. A wrong decryption must never reach the
 * append-only election log, where it would block the result.
 */
export async function submitPartialDecryption(
  context: SignedInContext,
  id: number,
  { partialDecryption, binding }: DecryptionBody,
): Promise<void> {
  await context.transaction(async tx => {
    await requireElectionVisibleToCaller(tx, id)
    const election = await lockElection(tx, id)
    const trustees = await listTrustees(tx, id)
    const own = trustees.find(({ userId }) => userId === tx.actor.id)
    if (!own) throw notFound()
    const tally = await readEncryptedTallyEvent(tx, id)
    const task = findTrusteeTask(own, trustees, { status: election.status, isCounting: tally !== undefined })
    if (!tally || task !== 'decryption') throw conflict('not_your_turn')
    const texts = await readElectionSetupEvent(tx, id)
    const owner = own.index + 1
    const { encryptedTally } = tally
    const isValid = isPartialDecryptionCorrect({
      ...texts,
      encryptedTally,
      owner,
      partialDecryption,
      binding,
    })
    if (!isValid) throw conflict('ceremony_invalid')
    const head = await requireNewestElectionLogEvent(tx, id)
    await appendElectionLogEvent(tx, id, createPartialDecryptionLogEntry(head, owner, partialDecryption))
    await tx.db
      .update(electionTrustees)
      .set({ decryptedAt: sql`now()` })
      .where(sql`${electionTrustees.electionId} = ${id} and ${electionTrustees.index} = ${own.index}`)
    await enqueueElectionJob(tx)
    await recordElectionAuditEvent(tx, election, 'election.decrypted', { isPublic: true })
  })
}

/**
 * Adds the server's decryption and the result once enough trustees have decrypted. The caller has locked the election.
 */
export async function appendResultToElectionLog(tx: Context, election: Election): Promise<void> {
  const { id } = election
  const tally = await readEncryptedTallyEvent(tx, id)
  if (!tally || tally.numTallied < minBallots || !isDecryptionThresholdReached(await listTrustees(tx, id)))
    return
  const texts = await readElectionSetupEvent(tx, id)
  const privateKey = decryptServerKey(tx.secret, election.uuid, election.serverKey ?? Buffer.alloc(0))
  const own = computePartialDecryption(texts.election, tally.encryptedTally, privateKey)
  await appendElectionLogEvent(
    tx,
    id,
    createPartialDecryptionLogEntry(await requireNewestElectionLogEvent(tx, id), serverOwner, own),
  )
  const result = computeElectionResult({
    ...texts,
    ...tally,
    partialDecryptions: await readPartialDecryptions(tx, id),
  })
  await appendElectionLogEvent(
    tx,
    id,
    createResultLogEntry(await requireNewestElectionLogEvent(tx, id), result),
  )
  await tx.db.update(elections).set({ status: 'counted', countedAt: sql`now()` }).where(eq(elections.id, id))
  await recordElectionAuditEvent(tx, election, 'election.counted', { isPublic: true })
}

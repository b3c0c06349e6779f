// Key ceremony of an election: its trustees create the key in three rounds (certificates, polynomials, key shares).
// The server verifies the certificate, polynomial and key shares of each trustee before storing them.
import { and, eq, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { users } from '#server/db/schema/core.ts'
import { userKeys } from '#server/db/schema/e2ee.ts'
import { electionTrustees } from '#server/db/schema/elections.ts'
import { conflict, notFound } from '#server/errors.ts'
import { buildUserNameAndImageColumns } from '#server/features/chat/messages/messages.queries.ts'
import { lockAndRequireNewestPublicKeys } from '#server/features/keys/cards/key-generations.service.ts'
import { verifySignature } from '#server/features/keys/cards/verify-signature.ts'
import { requireUsersToBelongToElectorate } from '#server/features/motions/electorate.queries.ts'
import { computeSha256InHex } from '#shared/ballot/hash.ts'
import {
  buildKeyShareInputForTrustee,
  getDecryptionThreshold,
  isKeyShareValid,
  isSignedTrusteePolynomialValid,
} from '#shared/ballot/trustees/ceremony.ts'
import { isCertificateValidForTrusteeIndex } from '#shared/ballot/trustees/certificate.ts'
import type { CertificateBody } from '#shared/contracts/elections/elections.schemas.ts'
import { verifySignedTrusteeStatement } from '#shared/e2ee/election-statements.ts'
import { enqueueElectionJob, recordElectionAuditEvent } from './election-events.service.ts'
import {
  type Election,
  hasEncryptedTally,
  listTrustees,
  lockElection,
  requireElectionOrganisedByCaller,
  requireElectionVisibleToCaller,
} from './elections.queries.ts'
import { findTrusteeTask, type Trustee } from './trustee-tasks.ts'

const isTrusteeRow = (electionId: number, index: number) =>
  and(eq(electionTrustees.electionId, electionId), eq(electionTrustees.index, index))

const listTexts = (trustees: Trustee[], key: 'certificate' | 'polynomial') =>
  trustees.flatMap(trustee => trustee[key] ?? [])

/** Returns the data of the key ceremony to trustees, voters and organisers, who all verify its signed certificates. */
export async function readKeyCeremony(context: SignedInContext, id: number) {
  const election = await requireElectionVisibleToCaller(context, id)
  const trustees = await listTrustees(context, id)
  const own = trustees.find(({ userId }) => userId === context.actor.id)
  if (election.questionsHash === null) throw notFound()
  const people = await context.db
    .select({ id: users.id, ...buildUserNameAndImageColumns(users) })
    .from(electionTrustees)
    .innerJoin(users, eq(users.id, electionTrustees.userId))
    .where(eq(electionTrustees.electionId, id))
  const isCounting = election.status === 'closed' && (await hasEncryptedTally(context, id))
  const hasPolynomials = trustees.every(({ polynomial }) => polynomial !== null)
  return {
    ceremonyId: election.uuid,
    index: own?.index ?? null,
    size: trustees.length,
    threshold: getDecryptionThreshold(trustees.length),
    task: own ? findTrusteeTask(own, trustees, { status: election.status, isCounting }) : ('none' as const),
    questionsHash: election.questionsHash,
    certificates: trustees.map(({ certificate, statement, card, cardPublishedAt, userId }) => {
      const person = people.find(found => found.id === userId)
      if (!certificate || !statement || !card || !cardPublishedAt || !person) return null
      return { certificate, statement, card, cardPublishedAt, person }
    }),
    vinput:
      own && hasPolynomials
        ? buildKeyShareInputForTrustee(
            listTexts(trustees, 'certificate'),
            listTexts(trustees, 'polynomial'),
            own.index,
          )
        : null,
    voutput: own?.voutput ?? null,
  }
}

/** Locks the election and returns the caller's row as a trustee. Throws 409 unless `task` is the caller's next task. */
async function requireTask(tx: SignedInContext, id: number, task: 'certificate' | 'polynomial' | 'voutput') {
  await requireElectionVisibleToCaller(tx, id)
  const election = await lockElection(tx, id)
  const trustees = await listTrustees(tx, id)
  const own = trustees.find(({ userId }) => userId === tx.actor.id)
  if (!own) throw notFound()
  if (findTrusteeTask(own, trustees, { status: election.status, isCounting: false }) !== task)
    throw conflict('not_your_turn')
  return { election, trustees, own }
}

/** Records a trustee's step of the key ceremony and notifies the trustees whose turn is next. */
async function finishStep(tx: SignedInContext, election: Election, step: string): Promise<void> {
  await enqueueElectionJob(tx)
  await recordElectionAuditEvent(tx, election, 'election.ceremony_step', {
    isPublic: true,
    details: { step },
  })
}

/** Stores a trustee's certificate, signed by the trustee with the identity key that other users have pinned. */
export async function submitTrusteeCertificate(
  context: SignedInContext,
  id: number,
  { certificate, statement }: CertificateBody,
): Promise<void> {
  await context.transaction(async tx => {
    const { election, trustees, own } = await requireTask(tx, id, 'certificate')
    const [size, threshold] = [trustees.length, getDecryptionThreshold(trustees.length)]
    const [newest] = await tx.db
      .select({ gen: sql<number>`max(${userKeys.gen})` })
      .from(userKeys)
      .where(eq(userKeys.userId, tx.actor.id))
    const card = await lockAndRequireNewestPublicKeys(tx.db, tx.actor.id, newest?.gen ?? 0)
    const signed = await verifySignedTrusteeStatement(card, statement, verifySignature)
    const isValid =
      signed?.ceremonyId === election.uuid &&
      signed.index === own.index &&
      signed.size === size &&
      signed.threshold === threshold &&
      signed.certificate === computeSha256InHex(certificate) &&
      isCertificateValidForTrusteeIndex(certificate, { size, threshold, index: own.index })
    if (!isValid) throw conflict('ceremony_invalid')
    const publishedAt = await readPublicationTimeOfOwnKeys(tx, card.gen)
    await tx.db
      .update(electionTrustees)
      .set({
        certificate,
        statement,
        card,
        cardPublishedAt: publishedAt,
        certifiedAt: sql`now()`,
        remindedAt: null,
      })
      .where(isTrusteeRow(id, own.index))
    await finishStep(tx, election, 'certificate')
  })
}

/** Returns the time at which the caller published the encryption keys with key generation number `gen`. */
export async function readPublicationTimeOfOwnKeys(
  { db, actor }: SignedInContext,
  gen: number,
): Promise<Date> {
  const [row] = await db
    .select({ createdAt: userKeys.createdAt })
    .from(userKeys)
    .where(and(eq(userKeys.userId, actor.id), eq(userKeys.gen, gen)))
  if (!row) throw conflict('keys_moved')
  return row.createdAt
}

export async function submitTrusteePolynomial(
  context: SignedInContext,
  id: number,
  polynomial: string,
): Promise<void> {
  await context.transaction(async tx => {
    const { election, trustees, own } = await requireTask(tx, id, 'polynomial')
    if (!isSignedTrusteePolynomialValid(listTexts(trustees, 'certificate'), own.index, polynomial))
      throw conflict('ceremony_invalid')
    await tx.db
      .update(electionTrustees)
      .set({ polynomial, remindedAt: null })
      .where(isTrusteeRow(id, own.index))
    await finishStep(tx, election, 'polynomial')
  })
}

export async function submitTrusteeKeyShare(
  context: SignedInContext,
  id: number,
  voutput: string,
): Promise<void> {
  await context.transaction(async tx => {
    const { election, trustees, own } = await requireTask(tx, id, 'voutput')
    const [certificates, polynomials] = [
      listTexts(trustees, 'certificate'),
      listTexts(trustees, 'polynomial'),
    ]
    if (!isKeyShareValid(certificates, polynomials, own.index, voutput)) throw conflict('ceremony_invalid')
    await tx.db
      .update(electionTrustees)
      .set({ voutput, readyAt: sql`now()`, remindedAt: null })
      .where(isTrusteeRow(id, own.index))
    await finishStep(tx, election, 'voutput')
  })
}

/**
 * Replaces a trustee before the election opens. Certificates of the other trustees stay valid. Polynomials and key
 * shares of all trustees are discarded, because they sign the list of all certificates.
 */
export async function replaceTrustee(
  context: SignedInContext,
  id: number,
  index: number,
  userId: number,
): Promise<void> {
  await context.transaction(async tx => {
    const election = await requireElectionOrganisedByCaller(tx, id)
    if (election.status !== 'announced' && election.status !== 'roll_fixed') throw conflict('election_open')
    const trustees = await listTrustees(tx, id)
    if (!trustees.some(trustee => trustee.index === index)) throw notFound()
    if (trustees.some(trustee => trustee.userId === userId)) throw conflict('trustee_twice')
    await requireUsersToBelongToElectorate(tx, election, [{ userId, field: 'userId' }])
    await tx.db
      .update(electionTrustees)
      .set({ polynomial: null, voutput: null, readyAt: null, remindedAt: null })
      .where(eq(electionTrustees.electionId, id))
    await tx.db
      .update(electionTrustees)
      .set({
        userId,
        certificate: null,
        statement: null,
        card: null,
        cardPublishedAt: null,
        certifiedAt: null,
      })
      .where(isTrusteeRow(id, index))
    await enqueueElectionJob(tx)
    await recordElectionAuditEvent(tx, election, 'election.trustee_replaced', {
      isPublic: true,
      details: { index, userId },
    })
  })
}

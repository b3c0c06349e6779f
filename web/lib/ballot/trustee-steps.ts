// Steps that the device of an election trustee makes: create keys in the key ceremony, and decrypt the tally.
import { computeSha256InHex } from '#shared/ballot/hash.ts'
import {
  createKeyShare,
  createTrusteeCertificate,
  createTrusteePolynomial,
  createTrusteeSeed,
  decryptKeyShare,
  findTrusteeIndex,
} from '#shared/ballot/trustees/trustee.ts'
import { type DecryptionBody, minBallots } from '#shared/contracts/elections/elections.schemas.ts'
import type { TrusteeStatement } from '#shared/e2ee/election-statements.ts'
import { signText } from '#web/lib/e2ee/crypto/identity.ts'
import { throwBallotAlarmUnless } from './ballot-alarm.ts'
import type { Recount } from './ballot-jobs.ts'
import { readVerifiedTrusteeCertificates } from './review-election-before-voting.ts'
import { decryptTrusteeSecret, encryptTrusteeSecret, type TrusteeSecret } from './trustee-secret.ts'
import { parseTrusteeCertificates, verifyElectionSetup } from './verify-election-setup.ts'
import { requireElectionArchiveMatchesSignedRoll } from './verify-electoral-roll-with-own-entry.ts'
import { requireValidKeyCeremony } from './verify-trustee-certificates.ts'
import { readElectionLogSinceLastVisit } from './voter.ts'
import type { VoterPorts } from './voter-ports.ts'

export interface TrusteePorts extends VoterPorts {
  recount(url: string): Promise<Recount>
  decrypt(election: string, encryptedTally: string, privateKey: string): Promise<DecryptionBody>
}

interface StoredSecret {
  version: number
  secret: TrusteeSecret | undefined
}

/**
 * Reads the trustee's secret. A version older than the one this device last stored is refused. Returns undefined if
 * there is no secret, or if it is not signed by the trustee's keys for this version.
 */
export async function readTrusteeSecret({
  identity,
  seen,
  server,
  memory,
}: TrusteePorts): Promise<StoredSecret> {
  const { version, blob } = await server.readSecret()
  const { secretVersion = 0 } = await memory.read()
  throwBallotAlarmUnless(version >= secretVersion, 'second-tally', 'an old copy of the secret')
  return {
    version,
    secret: blob === null ? undefined : await decryptTrusteeSecret(identity, seen.uuid, version, blob),
  }
}

/** Stores the trustee's secret on the server and returns only after the server has confirmed it. */
export async function storeTrusteeSecretOnServer(
  ports: TrusteePorts,
  before: number,
  secret: TrusteeSecret,
): Promise<void> {
  const { identity, seen, server, memory } = ports
  const blob = await encryptTrusteeSecret(identity, seen.uuid, before + 1, secret)
  const { version } = await server.saveSecret({ version: before, blob })
  await memory.update(now => ({ ...now, secretVersion: version }))
}

async function requireTrusteeSecret(ports: TrusteePorts): Promise<StoredSecret & { secret: TrusteeSecret }> {
  const { version, secret } = await readTrusteeSecret(ports)
  throwBallotAlarmUnless(secret !== undefined, 'keys-missing')
  return { version, secret }
}

/** Step 1 of the key ceremony: stores the trustee's secret on the server, then sends the certificate. */
export async function submitTrusteeCertificate(ports: TrusteePorts): Promise<void> {
  const { identity, server } = ports
  const { ceremonyId, size, threshold, index } = await server.readCeremony()
  requireValidKeyCeremony({ ceremonyId, size, threshold }, ports.seen.uuid)
  throwBallotAlarmUnless(index !== null, 'trustees-changed', 'not a trustee')
  const { version, secret } = await readTrusteeSecret(ports)
  const seed = secret?.seed ?? createTrusteeSeed()
  const certificate = createTrusteeCertificate(seed, { size, threshold, index })
  const decryptedTally = secret?.decryptedTally ?? (await ports.memory.read()).decryptedTally
  await storeTrusteeSecretOnServer(ports, version, {
    seed,
    certificate,
    ...(decryptedTally && { decryptedTally }),
  })
  const { userId, gen } = identity.card
  const body: TrusteeStatement = {
    ceremonyId,
    size,
    threshold,
    index,
    certificate: computeSha256InHex(certificate),
    userId,
    gen,
  }
  const statement = await signText(identity.sign, 'trustee', JSON.stringify(body))
  await server.submitCertificate({ certificate, statement })
}

/** Reads and verifies all trustees' certificates. Requires that the trustee's own certificate is unchanged. */
async function readOwnKeyCeremony(ports: TrusteePorts, secret: TrusteeSecret): Promise<string[]> {
  const certificates = await readVerifiedTrusteeCertificates(ports, secret.certificate)
  const { index } = await ports.server.readCeremony()
  throwBallotAlarmUnless(index !== null, 'trustees-changed', 'not a trustee')
  throwBallotAlarmUnless(certificates[index - 1] === secret.certificate, 'own-certificate-forged')
  throwBallotAlarmUnless(findTrusteeIndex(secret.seed, certificates) === index, 'own-certificate-forged')
  return certificates
}

/** Step 3 of the key ceremony: creates the trustee's polynomial. */
export async function submitTrusteePolynomial(ports: TrusteePorts): Promise<void> {
  const { version, secret } = await requireTrusteeSecret(ports)
  const certificates = await readOwnKeyCeremony(ports, secret)
  await storeTrusteeSecretOnServer(ports, version, {
    ...secret,
    certificates: computeSha256InHex(certificates.join('\n')),
  })
  await ports.server.submitPolynomial(createTrusteePolynomial(secret.seed, certificates))
}

/** Step 5 of the key ceremony: creates the trustee's share of the decryption key. */
export async function submitKeyShare(ports: TrusteePorts): Promise<void> {
  const { secret } = await requireTrusteeSecret(ports)
  const certificates = await readOwnKeyCeremony(ports, secret)
  throwBallotAlarmUnless(
    secret.certificates === computeSha256InHex(certificates.join('\n')),
    'trustees-changed',
  )
  const { vinput } = await ports.server.readCeremony()
  throwBallotAlarmUnless(vinput !== null, 'trustees-changed', 'messages are missing')
  await ports.server.submitVoutput(createKeyShare(secret.seed, certificates, vinput))
}

/** Encrypted tally that passed all checks and awaits the trustee's confirmation. */
export interface CheckedTally {
  /** Hash of the event that ended voting. The trustees compare the hash with each other. */
  closing: string
  election: string
  encryptedTally: string
  tallyHash: string
}

/**
 * Verifies the election archive, the electoral roll and the trustees, and computes the tally from the ballots. The
 * trustee then compares the closing hash with the other trustees, so that nobody decrypts an election log that only one
 * of them was shown.
 */
export async function verifyEncryptedTally(ports: TrusteePorts): Promise<CheckedTally> {
  const { server, memory, seen } = ports
  const { secret } = await requireTrusteeSecret(ports)
  const { head } = await readElectionLogSinceLastVisit(ports)
  const { report, tallyHash, encryptedTally, numTallied } = await ports.recount(server.archiveUrl)
  throwBallotAlarmUnless(report.ok && report.setup !== undefined, 'archive-invalid')
  const { election, electionText, trustees, credentials } = report.setup
  throwBallotAlarmUnless(election.uuid === seen.uuid, 'archive-invalid', 'another election')
  throwBallotAlarmUnless(head !== undefined && report.eventHashes[head.height] === head.hash, 'log-rewritten')
  const closing = report.eventHashes[report.ballots + 1]
  throwBallotAlarmUnless(
    tallyHash !== undefined && encryptedTally !== undefined,
    'archive-invalid',
    'no tally',
  )
  throwBallotAlarmUnless(closing !== undefined, 'archive-invalid', 'no end of voting')
  throwBallotAlarmUnless(numTallied >= minBallots, 'too-few-ballots')
  const published = parseTrusteeCertificates(trustees)
  throwBallotAlarmUnless(published.includes(secret.certificate), 'own-certificate-forged')
  throwBallotAlarmUnless(
    secret.certificates === computeSha256InHex(published.join('\n')),
    'trustees-changed',
    'certificates',
  )
  const booth = { election: electionText, trustees, credentials }
  verifyElectionSetup(booth, seen, published, undefined)
  await requireElectionArchiveMatchesSignedRoll(ports, booth)
  const known = secret.decryptedTally ?? (await memory.read()).decryptedTally
  throwBallotAlarmUnless(known === undefined || known === tallyHash, 'second-tally')
  return { closing, election: electionText, encryptedTally, tallyHash }
}

/**
 * Decrypts a checked tally after the trustee has compared the closing hash. The hash of the tally is stored before
 * decryption. Devices that read this hash refuse a second tally of the same election.
 */
export async function submitPartialDecryption(ports: TrusteePorts, checked: CheckedTally): Promise<void> {
  const { server, memory } = ports
  const { election, encryptedTally, tallyHash } = checked
  const { version, secret } = await requireTrusteeSecret(ports)
  const known = secret.decryptedTally ?? (await memory.read()).decryptedTally
  throwBallotAlarmUnless(known === undefined || known === tallyHash, 'second-tally')
  const { voutput } = await server.readCeremony()
  throwBallotAlarmUnless(voutput !== null, 'keys-missing')
  const key = decryptKeyShare(secret.seed, voutput)
  if (secret.decryptedTally !== tallyHash) {
    await storeTrusteeSecretOnServer(ports, version, { ...secret, decryptedTally: tallyHash })
  }
  await memory.update(now => ({ ...now, decryptedTally: tallyHash }))
  await server.submitDecryption(await ports.decrypt(election, encryptedTally, key))
}

// What an election trustee's device does: create keys (certificate, polynomial, share) and decrypt the tally.
import { hashHex } from '#shared/ballot/hash.ts'
import {
  createCertificate,
  createPolynomial,
  createTrusteeSeed,
  createVoutput,
  findOwnIndex,
  openDecryptionKey,
} from '#shared/ballot/trustees/trustee.ts'
import { type DecryptionBody, minBallots } from '#shared/contracts/elections/elections.schemas.ts'
import type { TrusteeStatement } from '#shared/e2ee/election-statements.ts'
import { signText } from '#web/lib/e2ee/crypto/identity.ts'
import { requireHonest } from './ballot-alarm.ts'
import type { Recount } from './ballot-jobs.ts'
import { checkBooth, listPublishedCertificates } from './check-booth.ts'
import { requireValidKeyCeremony } from './check-certificates.ts'
import { requireRollOfArchive } from './check-own-roll.ts'
import { readCheckedCertificates } from './review-election.ts'
import { decryptSecret, encryptSecret, type TrusteeSecret } from './trustee-secret.ts'
import { watchLog } from './voter.ts'
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
export async function readSecret({ identity, seen, server, memory }: TrusteePorts): Promise<StoredSecret> {
  const { version, blob } = await server.readSecret()
  const { secretVersion = 0 } = await memory.read()
  requireHonest(version >= secretVersion, 'second-tally', 'an old copy of the secret')
  return {
    version,
    secret: blob === null ? undefined : await decryptSecret(identity, seen.uuid, version, blob),
  }
}

/** Stores the trustee's secret and returns only after the server has confirmed it. */
export async function writeSecret(ports: TrusteePorts, before: number, secret: TrusteeSecret): Promise<void> {
  const { identity, seen, server, memory } = ports
  const blob = await encryptSecret(identity, seen.uuid, before + 1, secret)
  const { version } = await server.saveSecret({ version: before, blob })
  await memory.update(now => ({ ...now, secretVersion: version }))
}

async function requireSecret(ports: TrusteePorts): Promise<StoredSecret & { secret: TrusteeSecret }> {
  const { version, secret } = await readSecret(ports)
  requireHonest(secret !== undefined, 'keys-missing')
  return { version, secret }
}

/** Step 1 of the key ceremony. The secret is stored on the server before the certificate is sent. */
export async function makeCertificate(ports: TrusteePorts): Promise<void> {
  const { identity, server } = ports
  const { ceremonyId, size, threshold, index } = await server.readCeremony()
  requireValidKeyCeremony({ ceremonyId, size, threshold }, ports.seen.uuid)
  requireHonest(index !== null, 'trustees-changed', 'not a trustee')
  const { version, secret } = await readSecret(ports)
  const seed = secret?.seed ?? createTrusteeSeed()
  const certificate = createCertificate(seed, { size, threshold, index })
  const decryptedTally = secret?.decryptedTally ?? (await ports.memory.read()).decryptedTally
  await writeSecret(ports, version, { seed, certificate, ...(decryptedTally && { decryptedTally }) })
  const { userId, gen } = identity.card
  const body: TrusteeStatement = {
    ceremonyId,
    size,
    threshold,
    index,
    certificate: hashHex(certificate),
    userId,
    gen,
  }
  const statement = await signText(identity.sign, 'trustee', JSON.stringify(body))
  await server.submitCertificate({ certificate, statement })
}

/** Reads and checks all certificates, and requires that the trustee's own certificate is unchanged. */
async function readOwnCeremony(ports: TrusteePorts, secret: TrusteeSecret): Promise<string[]> {
  const certificates = await readCheckedCertificates(ports, secret.certificate)
  const { index } = await ports.server.readCeremony()
  requireHonest(index !== null, 'trustees-changed', 'not a trustee')
  requireHonest(certificates[index - 1] === secret.certificate, 'own-certificate-forged')
  requireHonest(findOwnIndex(secret.seed, certificates) === index, 'own-certificate-forged')
  return certificates
}

/** Step 3 of the key ceremony: creates the trustee's polynomial. */
export async function makePolynomial(ports: TrusteePorts): Promise<void> {
  const { version, secret } = await requireSecret(ports)
  const certificates = await readOwnCeremony(ports, secret)
  await writeSecret(ports, version, { ...secret, certificates: hashHex(certificates.join('\n')) })
  await ports.server.submitPolynomial(createPolynomial(secret.seed, certificates))
}

/** Step 5 of the key ceremony: creates the trustee's share of the decryption key. */
export async function makeShare(ports: TrusteePorts): Promise<void> {
  const { secret } = await requireSecret(ports)
  const certificates = await readOwnCeremony(ports, secret)
  requireHonest(secret.certificates === hashHex(certificates.join('\n')), 'trustees-changed')
  const { vinput } = await ports.server.readCeremony()
  requireHonest(vinput !== null, 'trustees-changed', 'messages are missing')
  await ports.server.submitVoutput(createVoutput(secret.seed, certificates, vinput))
}

/** Tally that passed all checks and awaits the trustee's confirmation. */
export interface CheckedTally {
  /** Hash of the event that ended voting, which the trustees compare with each other. */
  closing: string
  election: string
  encryptedTally: string
  tallyHash: string
}

/**
 * Verifies the archive, the electoral roll and the trustees, and computes the tally from the ballots. The trustee then
 * compares the closing hash with the other trustees, so that nobody decrypts a log that only one of them was shown.
 */
export async function checkTally(ports: TrusteePorts): Promise<CheckedTally> {
  const { server, memory, seen } = ports
  const { secret } = await requireSecret(ports)
  const { head } = await watchLog(ports)
  const { report, tallyHash, encryptedTally, numTallied } = await ports.recount(server.archiveUrl)
  requireHonest(report.ok && report.setup !== undefined, 'archive-invalid')
  const { election, electionText, trustees, credentials } = report.setup
  requireHonest(election.uuid === seen.uuid, 'archive-invalid', 'another election')
  requireHonest(head !== undefined && report.eventHashes[head.height] === head.hash, 'log-rewritten')
  const closing = report.eventHashes[report.ballots + 1]
  requireHonest(tallyHash !== undefined && encryptedTally !== undefined, 'archive-invalid', 'no tally')
  requireHonest(closing !== undefined, 'archive-invalid', 'no end of voting')
  requireHonest(numTallied >= minBallots, 'too-few-ballots')
  const published = listPublishedCertificates(trustees)
  requireHonest(published.includes(secret.certificate), 'own-certificate-forged')
  requireHonest(secret.certificates === hashHex(published.join('\n')), 'trustees-changed', 'certificates')
  const booth = { election: electionText, trustees, credentials }
  checkBooth(booth, seen, published, undefined)
  await requireRollOfArchive(ports, booth)
  const known = secret.decryptedTally ?? (await memory.read()).decryptedTally
  requireHonest(known === undefined || known === tallyHash, 'second-tally')
  return { closing, election: electionText, encryptedTally, tallyHash }
}

/**
 * Decrypts a checked tally after the trustee has compared the closing hash. The hash of the tally is stored before
 * decryption. Devices that read this hash refuse a second tally of the same election.
 */
export async function makeDecryption(ports: TrusteePorts, checked: CheckedTally): Promise<void> {
  const { server, memory } = ports
  const { election, encryptedTally, tallyHash } = checked
  const { version, secret } = await requireSecret(ports)
  const known = secret.decryptedTally ?? (await memory.read()).decryptedTally
  requireHonest(known === undefined || known === tallyHash, 'second-tally')
  const { voutput } = await server.readCeremony()
  requireHonest(voutput !== null, 'keys-missing')
  const key = openDecryptionKey(secret.seed, voutput)
  if (secret.decryptedTally !== tallyHash) {
    await writeSecret(ports, version, { ...secret, decryptedTally: tallyHash })
  }
  await memory.update(now => ({ ...now, decryptedTally: tallyHash }))
  await server.submitDecryption(await ports.decrypt(election, encryptedTally, key))
}

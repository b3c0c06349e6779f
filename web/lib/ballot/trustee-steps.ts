// A trustee's steps on this device: certificate, polynomial, share and the decryption of the one tally.
import { hashHex } from '#shared/ballot/hash.ts'
import {
  createCertificate,
  createPolynomial,
  createTrusteeSeed,
  createVoutput,
  findOwnIndex,
  openDecryptionKey,
} from '#shared/ballot/trustees/trustee.ts'
import { minBallots } from '#shared/contracts/elections/elections.schemas.ts'
import type { TrusteeStatement } from '#shared/e2ee/election-statements.ts'
import { signText } from '#web/lib/e2ee/crypto/identity.ts'
import { requireHonest } from './ballot-alarm.ts'
import type { Recount } from './ballot-jobs.ts'
import { listPublishedCertificates } from './check-booth.ts'
import { decryptSecret, encryptSecret, type TrusteeSecret } from './trustee-secret.ts'
import { readCheckedCertificates, type VoterPorts, watchLog } from './voter.ts'

export interface TrusteePorts extends VoterPorts {
  recount(url: string): Promise<Recount>
  decrypt(election: string, encryptedTally: string, privateKey: string): Promise<string>
}

interface StoredSecret {
  version: number
  secret: TrusteeSecret | undefined
}

/** Reads the secret. A version below the one that this device wrote is an old copy and is refused. */
export async function readSecret({ identity, seen, server, memory }: TrusteePorts): Promise<StoredSecret> {
  const { version, blob } = await server.readSecret()
  const { secretVersion = 0 } = await memory.read()
  requireHonest(version >= secretVersion, 'second-tally', 'an old copy of the secret')
  return { version, secret: blob === null ? undefined : await decryptSecret(identity, seen.uuid, blob) }
}

/** Stores the secret and returns only after the server has confirmed it. */
async function writeSecret(ports: TrusteePorts, before: number, secret: TrusteeSecret): Promise<void> {
  const { identity, seen, server, memory } = ports
  const blob = await encryptSecret(identity, seen.uuid, secret)
  const { version } = await server.saveSecret({ version: before, blob })
  await memory.update(now => ({ ...now, secretVersion: version }))
}

async function requireSecret(ports: TrusteePorts): Promise<StoredSecret & { secret: TrusteeSecret }> {
  const { version, secret } = await readSecret(ports)
  requireHonest(secret !== undefined, 'keys-missing')
  return { version, secret }
}

/** Step 1. The secret is stored and confirmed before the certificate leaves this device. */
export async function makeCertificate(ports: TrusteePorts): Promise<void> {
  const { identity, server } = ports
  const { ceremonyId, size, threshold, index } = await server.readCeremony()
  requireHonest(index !== null, 'trustees-changed', 'not a trustee')
  const { version, secret } = await readSecret(ports)
  const seed = secret?.seed ?? createTrusteeSeed()
  const certificate = createCertificate(seed, { size, threshold, index })
  await writeSecret(ports, version, { seed, certificate })
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

/** Reads all certificates after the checks and requires that the own one is the one that this trustee made. */
async function readOwnCeremony(ports: TrusteePorts, secret: TrusteeSecret): Promise<string[]> {
  const certificates = await readCheckedCertificates(ports, secret.certificate)
  const { index } = await ports.server.readCeremony()
  requireHonest(index !== null, 'trustees-changed', 'not a trustee')
  requireHonest(certificates[index - 1] === secret.certificate, 'own-certificate-forged')
  requireHonest(findOwnIndex(secret.seed, certificates) === index, 'own-certificate-forged')
  return certificates
}

/** Step 3. */
export async function makePolynomial(ports: TrusteePorts): Promise<void> {
  const { version, secret } = await requireSecret(ports)
  const certificates = await readOwnCeremony(ports, secret)
  await writeSecret(ports, version, { ...secret, certificates: hashHex(certificates.join('\n')) })
  await ports.server.submitPolynomial(createPolynomial(secret.seed, certificates))
}

/** Step 5. */
export async function makeShare(ports: TrusteePorts): Promise<void> {
  const { secret } = await requireSecret(ports)
  const certificates = await readOwnCeremony(ports, secret)
  requireHonest(secret.certificates === hashHex(certificates.join('\n')), 'trustees-changed')
  const { vinput } = await ports.server.readCeremony()
  requireHonest(vinput !== null, 'trustees-changed', 'messages are missing')
  await ports.server.submitVoutput(createVoutput(secret.seed, certificates, vinput))
}

/**
 * Decrypts the tally that this device computes from the verified ballots of the log, not one that the server presents.
 * What is decrypted is stored first; a second tally of the same election is refused on every device of the trustee.
 */
export async function makeDecryption(ports: TrusteePorts): Promise<void> {
  const { server, memory } = ports
  const { version, secret } = await requireSecret(ports)
  const { head } = await watchLog(ports)
  const { report, tallyHash, encryptedTally, numTallied } = await ports.recount(server.archiveUrl)
  requireHonest(report.ok && report.setup !== undefined, 'archive-invalid')
  requireHonest(report.setup.election.uuid === ports.seen.uuid, 'archive-invalid', 'another election')
  requireHonest(head !== undefined && report.eventHashes[head.height] === head.hash, 'log-rewritten')
  requireHonest(tallyHash !== undefined && encryptedTally !== undefined, 'archive-invalid', 'no tally')
  requireHonest(numTallied >= minBallots, 'too-few-ballots')
  const published = listPublishedCertificates(report.setup.trustees)
  requireHonest(published.includes(secret.certificate), 'own-certificate-forged')
  const known = secret.decryptedTally ?? (await memory.read()).decryptedTally
  requireHonest(known === undefined || known === tallyHash, 'second-tally')
  const { voutput } = await server.readCeremony()
  requireHonest(voutput !== null, 'keys-missing')
  const key = openDecryptionKey(secret.seed, voutput)
  if (secret.decryptedTally !== tallyHash) {
    await writeSecret(ports, version, { ...secret, decryptedTally: tallyHash })
  }
  await memory.update(now => ({ ...now, decryptedTally: tallyHash }))
  await server.submitDecryption(await ports.decrypt(report.setup.electionText, encryptedTally, key))
}

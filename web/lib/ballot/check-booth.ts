// Checks the questions, the trustees and the voter's own credential before a ballot is encrypted.
import { BallotError } from '#shared/ballot/ballot-error.ts'
import { parseCredentials } from '#shared/ballot/credential.ts'
import { type Election, hashQuestions, parseElection } from '#shared/ballot/election.ts'
import { writeStructure } from '#shared/ballot/structures.ts'
import { defaultThreshold } from '#shared/ballot/trustees/ceremony.ts'
import { combinePublicKey, parseTrustees, requireTrustees } from '#shared/ballot/trustees/trustees.ts'
import { BallotAlarm, requireHonest } from './ballot-alarm.ts'
import type { SeenElection } from './enrol.ts'

export interface Booth {
  election: string
  trustees: string
  credentials: string
}

/** Lists the trustee certificates in the election's setup. */
export function listPublishedCertificates(trustees: string): string[] {
  return parseTrustees(trustees).flatMap(([kind, value]) =>
    kind === 'Pedersen' ? value.certs.map(certificate => writeStructure(certificate)) : [],
  )
}

/**
 * Checks that the election has the questions shown on the screen, that its public key belongs to the server and the
 * trustees of the key ceremony, and that the voter's credential is listed. When a trustee checks, the credential is
 * undefined. If any check fails, throws an alarm.
 */
export function checkBooth(
  booth: Booth,
  seen: SeenElection,
  certificates: string[],
  ownCredential: string | undefined,
): Election {
  try {
    const election = parseElection(booth.election)
    requireHonest(hashQuestions(election) === hashQuestions(seen), 'questions-changed')
    const trustees = parseTrustees(booth.trustees)
    requireTrustees(trustees)
    const kinds = trustees.map(([kind]) => kind).join()
    requireHonest(kinds === 'Single,Pedersen', 'trustees-changed', kinds)
    const isMajority = trustees.every(
      ([kind, value]) => kind === 'Single' || value.threshold === defaultThreshold(value.certs.length),
    )
    requireHonest(isMajority, 'ceremony-forged', 'threshold')
    requireHonest(combinePublicKey(booth.trustees) === election.publicKey, 'trustees-changed', 'public key')
    const published = listPublishedCertificates(booth.trustees)
    requireHonest(published.join('\n') === certificates.join('\n'), 'trustees-changed', 'certificates')
    if (ownCredential !== undefined)
      requireHonest(parseCredentials(booth.credentials).has(ownCredential), 'own-line-missing')
    return election
  } catch (error) {
    if (error instanceof BallotError) throw new BallotAlarm('trustees-changed', error.message)
    throw error
  }
}

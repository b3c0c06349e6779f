// Checks the questions, the trustees and the voter's own credential before a ballot is encrypted.
import { BallotError } from '#shared/ballot/ballot-error.ts'
import { parsePublicVoterCredentials } from '#shared/ballot/credential.ts'
import { type Election, hashElectionQuestions, parseElection } from '#shared/ballot/election.ts'
import type { SetupTexts } from '#shared/ballot/log/log-entry.ts'
import { serializeBallotJson } from '#shared/ballot/structures.ts'
import { getDecryptionThreshold } from '#shared/ballot/trustees/ceremony.ts'
import {
  computeElectionPublicKey,
  parseTrustees,
  verifyPublicKeyProofsOfAllTrustees,
} from '#shared/ballot/trustees/trustees.ts'
import { BallotAlarm, throwBallotAlarmUnless } from './ballot-alarm.ts'
import type { SeenElection } from './enrol.ts'

export type Booth = SetupTexts

/** Lists the trustees' certificates that the election's first log event contains. */
export function parseTrusteeCertificates(trustees: string): string[] {
  return parseTrustees(trustees).flatMap(([kind, value]) =>
    kind === 'Pedersen' ? value.certs.map(certificate => serializeBallotJson(certificate)) : [],
  )
}

/**
 * Checks that the election has the questions shown on the screen, that its public key belongs to the server and the
 * trustees of the key ceremony, and that the voter's credential is listed. When a trustee checks, the credential is
 * undefined. If any check fails, throws an alarm.
 */
export function verifyElectionSetup(
  booth: Booth,
  seen: SeenElection,
  certificates: string[],
  ownCredential: string | undefined,
): Election {
  try {
    const election = parseElection(booth.election)
    throwBallotAlarmUnless(
      hashElectionQuestions(election) === hashElectionQuestions(seen),
      'questions-changed',
    )
    const trustees = parseTrustees(booth.trustees)
    verifyPublicKeyProofsOfAllTrustees(trustees)
    const kinds = trustees.map(([kind]) => kind).join()
    throwBallotAlarmUnless(kinds === 'Single,Pedersen', 'trustees-changed', kinds)
    const isMajority = trustees.every(
      ([kind, value]) => kind === 'Single' || value.threshold === getDecryptionThreshold(value.certs.length),
    )
    throwBallotAlarmUnless(isMajority, 'ceremony-forged', 'threshold')
    throwBallotAlarmUnless(
      computeElectionPublicKey(booth.trustees) === election.publicKey,
      'trustees-changed',
      'public key',
    )
    const published = parseTrusteeCertificates(booth.trustees)
    throwBallotAlarmUnless(
      published.join('\n') === certificates.join('\n'),
      'trustees-changed',
      'certificates',
    )
    if (ownCredential !== undefined)
      throwBallotAlarmUnless(
        parsePublicVoterCredentials(booth.credentials).has(ownCredential),
        'own-line-missing',
      )
    return election
  } catch (error) {
    if (error instanceof BallotError) throw new BallotAlarm('trustees-changed', error.message)
    throw error
  }
}

import * as z from 'zod/mini'
import { defineContract } from '#shared/endpoint.ts'
import { id } from '#shared/fields/id-and-email.ts'
import { noBody } from '#shared/fields/responses.ts'
import {
  archiveParams,
  ballotBody,
  ballotBodyLimit,
  ballotParams,
  booth,
  candidateParams,
  ceremony,
  certificateBody,
  decryptionBody,
  electionBody,
  electionDetail,
  electionItem,
  electionParams,
  enrolmentBody,
  logPage,
  logQuery,
  nominationBody,
  objectionBody,
  polynomialBody,
  reasonBody,
  receipt,
  replaceTrusteeBody,
  rollPage,
  rollPageQuery,
  tally,
  trusteeParams,
  trusteeSecret,
  trusteeSecretBody,
  voutputBody,
} from './elections.schemas.ts'

/** Lists elections that the caller manages, may enrol in, is on the roll of, or is trustee or candidate of. */
export const listElections = defineContract({ access: 'elections.vote', answer: z.array(electionItem) })

export const createElection = defineContract({
  access: 'elections.manage',
  body: electionBody,
  answer: z.object({ id }),
  status: 201,
})

export const readElection = defineContract({
  access: 'elections.vote',
  params: electionParams,
  answer: electionDetail,
})

/** Replaces the draft. After the announcement the server answers 409. */
export const updateElection = defineContract({
  access: 'elections.manage',
  params: electionParams,
  body: electionBody,
  answer: 'nothing',
})

export const deleteElection = defineContract({
  access: 'elections.manage',
  params: electionParams,
  answer: 'nothing',
})

/** Fixes questions, candidates, trustees and dates, and starts enrolment and key ceremony. */
export const announceElection = defineContract({
  access: 'elections.manage',
  proof: true,
  params: electionParams,
  body: noBody,
  answer: 'nothing',
})

/** The nominee accepts or declines. An accepted nominee can change statement and picture until the announcement. */
export const answerNomination = defineContract({
  access: 'elections.vote',
  params: candidateParams,
  body: nominationBody,
  answer: 'nothing',
})

/** Replaces a trustee before opening and restarts the key ceremony from its second step. */
export const replaceTrustee = defineContract({
  access: 'elections.manage',
  params: trusteeParams,
  body: replaceTrusteeBody,
  answer: 'nothing',
})

export const readCeremony = defineContract({
  access: 'elections.vote',
  params: electionParams,
  answer: ceremony,
})
export const submitCertificate = defineContract({
  access: 'elections.vote',
  params: electionParams,
  body: certificateBody,
  answer: 'nothing',
})
export const submitPolynomial = defineContract({
  access: 'elections.vote',
  params: electionParams,
  body: polynomialBody,
  bodyLimit: ballotBodyLimit,
  answer: 'nothing',
})
export const submitVoutput = defineContract({
  access: 'elections.vote',
  params: electionParams,
  body: voutputBody,
  answer: 'nothing',
})

/** Encrypted secret of the caller as trustee. `blob` is null before the first write. */
export const readTrusteeSecret = defineContract({
  access: 'elections.vote',
  params: electionParams,
  answer: trusteeSecret,
})
/** Stores the secret if `version` is the stored version, otherwise answers 409. Returns the new version. */
export const saveTrusteeSecret = defineContract({
  access: 'elections.vote',
  params: electionParams,
  body: trusteeSecretBody,
  answer: z.object({ version: z.int() }),
})

/** Enrols the caller, or replaces the caller's enrolment, while enrolment is open. */
export const enrol = defineContract({
  access: 'elections.vote',
  params: electionParams,
  body: enrolmentBody,
  answer: 'nothing',
})

/** Roll for those who are on it and for organisers. Before it is fixed, it is the list of enrolments so far. */
export const readRoll = defineContract({
  access: 'elections.vote',
  params: electionParams,
  query: rollPageQuery,
  answer: rollPage,
})

/** A voter objects to the fixed roll. Opening then waits for the organiser's confirmation. */
export const objectToRoll = defineContract({
  access: 'elections.vote',
  params: electionParams,
  body: objectionBody,
  answer: 'nothing',
})

export const confirmRoll = defineContract({
  access: 'elections.manage',
  params: electionParams,
  body: noBody,
  answer: 'nothing',
})

export const readBooth = defineContract({ access: 'elections.vote', params: electionParams, answer: booth })

/** Accepts a ballot. A repeated request with the same ballot returns the same receipt. */
export const castBallot = defineContract({
  access: 'elections.vote',
  params: electionParams,
  body: ballotBody,
  bodyLimit: ballotBodyLimit,
  answer: receipt,
})

export const readReceipt = defineContract({
  access: 'elections.vote',
  params: ballotParams,
  answer: receipt,
})

export const readElectionLog = defineContract({
  access: 'elections.vote',
  params: electionParams,
  query: logQuery,
  answer: logPage,
})

/** Archive of the election in the format of the ballot protocol, for anybody who has the link. */
export const downloadArchive = defineContract({ access: 'public', params: archiveParams, answer: 'stream' })

/** Closes voting before its time, with a reason that the voters see. */
export const closeElection = defineContract({
  access: 'elections.manage',
  proof: true,
  params: electionParams,
  body: reasonBody,
  answer: 'nothing',
})

export const readTally = defineContract({ access: 'elections.vote', params: electionParams, answer: tally })
export const submitDecryption = defineContract({
  access: 'elections.vote',
  params: electionParams,
  body: decryptionBody,
  bodyLimit: ballotBodyLimit,
  answer: 'nothing',
})

export const publishElection = defineContract({
  access: 'elections.manage',
  params: electionParams,
  body: noBody,
  answer: 'nothing',
})

/** Proposes to annul the election. A second person, one of the two from headquarters, has to confirm. */
export const proposeAnnulment = defineContract({
  access: 'elections.manage',
  proof: true,
  params: electionParams,
  body: reasonBody,
  answer: 'nothing',
})
export const confirmAnnulment = defineContract({
  access: 'elections.manage',
  proof: true,
  params: electionParams,
  body: noBody,
  answer: 'nothing',
})
export const withdrawAnnulment = defineContract({
  access: 'elections.manage',
  params: electionParams,
  answer: 'nothing',
})

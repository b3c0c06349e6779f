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
  decryptionBodyLimit,
  electionBody,
  electionDetail,
  electionItem,
  electionParams,
  enrolmentBody,
  logPage,
  logQuery,
  lostEventBody,
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

/** Lists elections that concern the caller as organiser, as enrolled or eligible voter, as trustee or as candidate. */
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

/** Replaces the draft of an election. Returns 409 when the election has been announced. */
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

/**
 * Announces an election, which starts voter enrolment and the trustees' key ceremony. Questions, candidates, trustees
 * and dates become final.
 */
export const announceElection = defineContract({
  access: 'elections.manage',
  proof: true,
  params: electionParams,
  body: noBody,
  answer: 'nothing',
})

/** Accepts or declines a nomination. Accepted nominees can change statement and picture until the announcement. */
export const answerNomination = defineContract({
  access: 'elections.vote',
  params: candidateParams,
  body: nominationBody,
  answer: 'nothing',
})

/**
 * Replaces a trustee before the election opens. The key ceremony (joint generation of the election key) restarts from
 * its second step.
 */
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

/** Returns the caller's encrypted trustee secret. `blob` is null until the caller has stored a secret. */
export const readTrusteeSecret = defineContract({
  access: 'elections.vote',
  params: electionParams,
  answer: trusteeSecret,
})
/** Stores a trustee's encrypted secret. Returns the new version, or 409 when `version` is not the stored version. */
export const saveTrusteeSecret = defineContract({
  access: 'elections.vote',
  params: electionParams,
  body: trusteeSecretBody,
  answer: z.object({ version: z.int() }),
})

/** Enrols the caller as a voter, or replaces an earlier enrolment, while enrolment is open. */
export const enrol = defineContract({
  access: 'elections.vote',
  params: electionParams,
  body: enrolmentBody,
  answer: 'nothing',
})

/**
 * Returns the roll (list of voters) to the voters on it and to organisers. Until the roll is frozen, enrolling voters
 * are added to it.
 */
export const readRoll = defineContract({
  access: 'elections.vote',
  params: electionParams,
  query: rollPageQuery,
  answer: rollPage,
})

/**
 * Stores a voter's objection to the frozen roll (list of voters). Voting then opens only after the organiser has
 * confirmed the roll.
 */
export const objectToRoll = defineContract({
  access: 'elections.vote',
  params: electionParams,
  body: objectionBody,
  answer: 'nothing',
})

/**
 * Stores a report by a device of the caller that it has seen an event which the election's event log lacks. Organisers
 * see the report.
 */
export const reportLostEvent = defineContract({
  access: 'elections.vote',
  params: electionParams,
  body: lostEventBody,
  answer: 'nothing',
})

export const confirmRoll = defineContract({
  access: 'elections.manage',
  params: electionParams,
  body: noBody,
  answer: 'nothing',
})

/** Reminds members to enrol or vote, and trustees of open tasks. Returns 409 within twelve hours of a reminder. */
export const sendReminders = defineContract({
  access: 'elections.manage',
  params: electionParams,
  body: noBody,
  answer: 'nothing',
})

export const readBooth = defineContract({ access: 'elections.vote', params: electionParams, answer: booth })

/** Accepts an encrypted ballot. A repeated request with the same ballot returns the same receipt. */
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

/** Returns the public archive of the election in the Belenios format to anybody who has the link. */
export const downloadArchive = defineContract({ access: 'public', params: archiveParams, answer: 'stream' })

/** Closes the voting of an election before the planned time, with a reason that the voters see. */
export const endElectionVotingEarly = defineContract({
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
  bodyLimit: decryptionBodyLimit,
  answer: 'nothing',
})

export const publishElectionResult = defineContract({
  access: 'elections.manage',
  params: electionParams,
  body: noBody,
  answer: 'nothing',
})

/** Proposes to annul an election. A second organiser must confirm, and one of the two must be from headquarters. */
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

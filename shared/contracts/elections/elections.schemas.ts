import * as z from 'zod/mini'
import { wrap } from '#shared/contracts/keys/keys.schemas.ts'
import { card } from '#shared/e2ee/signed-public-keys.ts'
import { signed } from '#shared/e2ee/signed-text.ts'
import { id } from '#shared/fields/id-and-email.ts'
import { buildQueryNumberSchema, idParam } from '#shared/fields/query-parameters.ts'
import { instant, personSummary } from '#shared/fields/responses.ts'
import { buildMultiLineTextSchema, buildSingleLineTextSchema } from '#shared/fields/text.ts'
import { electionFieldErrors } from '#texts/field-errors.ts'

/** States of an election in order. Until the votes are counted, every state can change to `annulled`. */
export const electionStatuses = [
  'draft',
  'announced',
  'roll_fixed',
  'open',
  'closed',
  'counted',
  'published',
  'annulled',
] as const
export type ElectionStatus = (typeof electionStatuses)[number]

/** States of a nomination. A candidate that is a text instead of a member is `accepted` without consent. */
export const nominationStatuses = ['proposed', 'accepted', 'declined'] as const

export const minTrustees = 3
export const maxTrustees = 7
export const maxQuestions = 10
export const maxCandidates = 20
/** Minimum number of hours between two reminders that an organiser of an election sends. */
export const reminderPauseHours = 12
/** Minimum number of ballots for a result, because fewer ballots would reveal how people voted. */
export const minBallots = 5

const areDistinct = (ids: number[]) => new Set(ids).size === ids.length

const requiredLine = (length: number) => buildSingleLineTextSchema(length).check(z.minLength(1))

/**
 * Answer to a question in the draft of an election. With `userId` the answer nominates that member, who has to accept.
 */
const candidateBody = z.strictObject({
  /** Id of a candidate who is already in the draft and need not accept again; omitted for a new candidate. */
  id: z.optional(id),
  userId: z._default(z.nullable(id), null),
  name: buildSingleLineTextSchema(200),
})

const questionBody = z
  .strictObject({
    text: requiredLine(200),
    min: z.int().check(z.minimum(0), z.maximum(maxCandidates)),
    max: z.int().check(z.minimum(1), z.maximum(maxCandidates)),
    hasBlank: z.boolean(),
    candidates: z.array(candidateBody).check(z.minLength(1), z.maxLength(maxCandidates)),
  })
  .check(
    z.refine(({ min, max, candidates }) => min <= max && max <= candidates.length, { path: ['max'] }),
    z.refine(({ candidates }) => candidates.every(({ userId, name }) => userId !== null || name !== ''), {
      path: ['candidates'],
    }),
    z.refine(({ candidates }) => areDistinct(candidates.flatMap(({ userId }) => userId ?? [])), {
      path: ['candidates'],
      error: () => electionFieldErrors.sameCandidateTwice,
    }),
  )

/** Draft of an election. Each request that changes the draft contains all of its fields. */
export const electionBody = z
  .strictObject({
    /** Club whose members vote; null for a country or headquarters. The club is fixed when the draft is created. */
    clubId: z._default(z.nullable(id), null),
    /** Country whose members vote; null for a club or headquarters. */
    country: z._default(z.nullable(z.string().check(z.maxLength(100))), null),
    title: requiredLine(150),
    description: z._default(buildMultiLineTextSchema(2000), ''),
    enrolmentEndsAt: z.iso.datetime(),
    opensAt: z.iso.datetime(),
    closesAt: z.iso.datetime(),
    /**
     * Hours between freezing the roll (list of voters) and voting, in which voters can object to the roll. With 0 hours
     * the organiser confirms the roll.
     */
    objectionHours: z._default(z.int().check(z.minimum(0), z.maximum(720)), 24),
    questions: z.array(questionBody).check(z.minLength(1), z.maxLength(maxQuestions)),
    trusteeIds: z
      .array(id)
      .check(
        z.maxLength(maxTrustees),
        z.refine(areDistinct, { error: () => electionFieldErrors.sameTrusteeTwice }),
      ),
  })
  .check(
    z.refine(({ clubId, country }) => clubId === null || country === null, { path: ['country'] }),
    z.refine(({ enrolmentEndsAt, opensAt }) => Date.parse(enrolmentEndsAt) < Date.parse(opensAt), {
      path: ['opensAt'],
    }),
    z.refine(({ opensAt, closesAt }) => Date.parse(opensAt) < Date.parse(closesAt), { path: ['closesAt'] }),
  )
export type ElectionBody = z.output<typeof electionBody>

export const reasonBody = z.strictObject({ reason: buildMultiLineTextSchema(500).check(z.minLength(3)) })
export type ReasonBody = z.output<typeof reasonBody>

export const electionParams = z.object({ id: idParam })
export const electionUuid = z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{14,22}$/))
export const archiveParams = z.object({ uuid: electionUuid })
export const candidateParams = z.object({ id: idParam, candidateId: idParam })
export const trusteeParams = z.object({ id: idParam, index: idParam })
const hexHash = z.string().check(z.regex(/^[0-9a-f]{64}$/))
export const ballotParams = z.object({ id: idParam, hash: hexHash })

/** Response of a nominated member. The statement is shown with the candidate, next to the profile picture. */
export const nominationBody = z.strictObject({
  isAccepted: z.boolean(),
  statement: z._default(buildMultiLineTextSchema(2000), ''),
})
export type NominationBody = z.output<typeof nominationBody>

export const replaceTrusteeBody = z.strictObject({ userId: id })

/** JSON text of the voting protocol (Belenios). The server stores the text unchanged, byte for byte. */
const protocolText = (length: number) => z.string().check(z.minLength(2), z.maxLength(length))
export const certificateBody = z.strictObject({ certificate: protocolText(2000), statement: signed })
export type CertificateBody = z.output<typeof certificateBody>
export const polynomialBody = z.strictObject({ polynomial: protocolText(60_000) })
export const voutputBody = z.strictObject({ voutput: protocolText(20_000) })
export const decryptionBody = z.strictObject({
  partialDecryption: protocolText(250_000),
  /**
   * Second proof of the decryption factors, whose hashes contain the factors. The public event log omits this proof.
   */
  binding: protocolText(250_000),
})
export type DecryptionBody = z.infer<typeof decryptionBody>
export const ballotBody = z.strictObject({ ballot: protocolText(250_000) })
/** Maximum size in bytes of requests that contain an encrypted ballot or a trustee's partial decryption. */
export const ballotBodyLimit = 300_000
export const decryptionBodyLimit = 550_000

/**
 * Secret of a trustee, encrypted by the trustee's browser. `version` is the version that the browser has read, or 0.
 */
export const trusteeSecretBody = z.strictObject({
  version: z.int().check(z.minimum(0)),
  blob: z.string().check(z.minLength(1), z.maxLength(8000)),
})
export const trusteeSecret = z.object({ version: z.int(), blob: z.nullable(z.string()) })

export const enrolmentBody = z.strictObject({ credential: hexHash, statement: signed })
export type EnrolmentBody = z.output<typeof enrolmentBody>

/** Newest event of the election's event log that a device has seen, by position and hash. */
export const lostEventBody = z.strictObject({
  height: z.int().check(z.minimum(0), z.maximum(2 ** 31 - 1)),
  hash: hexHash,
})

export const objectionBody = z.strictObject({ text: buildMultiLineTextSchema(1000).check(z.minLength(3)) })

const candidate = z.object({
  id,
  /** Member who is the candidate; null when the candidate is a text instead of a member. */
  person: z.nullable(personSummary),
  name: z.string(),
  statement: z.string(),
  status: z.enum(nominationStatuses),
})

const question = z.object({
  id,
  text: z.string(),
  min: z.int(),
  max: z.int(),
  hasBlank: z.boolean(),
  candidates: z.array(candidate),
  /** Number of votes for each candidate in order, and of blank votes; null before the result is published. */
  result: z.nullable(z.object({ counts: z.array(z.int()), blank: z.nullable(z.int()) })),
})

/** Next task of a trustee. `wait` means that other trustees must act first. */
export const trusteeTasks = ['certificate', 'polynomial', 'voutput', 'decryption', 'wait', 'none'] as const
export type TrusteeTask = (typeof trusteeTasks)[number]

const trustee = z.object({
  /** Position of the trustee in the key ceremony, from 1. The server's own key share is not counted. */
  index: z.int(),
  person: personSummary,
  task: z.enum(trusteeTasks),
  certifiedAt: z.nullable(instant),
  readyAt: z.nullable(instant),
  decryptedAt: z.nullable(instant),
  remindedAt: z.nullable(instant),
})

/** Role of the caller in the election: enrolment, ballot, tasks as a trustee, and nominations. */
const ownPart = z.object({
  /** Whether the caller is an active member of the club, country or whole organisation that votes. */
  isEligible: z.boolean(),
  /** Public credential with which the caller enrolled; null when the caller has not enrolled. */
  credential: z.nullable(hexHash),
  enrolledAt: z.nullable(instant),
  /** Generation number of the caller's encryption keys at the time of the enrolment. */
  gen: z.nullable(z.int()),
  /**
   * Account, merged into the caller's, whose keys signed the caller's line of the roll, with the encrypted copies of its
   * key seeds. Null when the caller's own keys signed the line, and outside the time between freezing the roll and closing.
   */
  mergedKeys: z.nullable(z.object({ userId: id, card, wraps: z.array(wrap) })),
  /** Hash of the caller's newest accepted ballot. */
  ballotHash: z.nullable(hexHash),
  votedAt: z.nullable(instant),
  /** Position of the caller among the trustees; null when the caller is not a trustee. */
  trusteeIndex: z.nullable(z.int()),
  /** Nominations of the caller that the caller has not accepted or declined yet. */
  nominationIds: z.array(id),
  canManage: z.boolean(),
  /** Whether the caller may confirm a proposal to annul the election. */
  canConfirmAnnulment: z.boolean(),
})

const listedElection = z.object({
  id,
  uuid: electionUuid,
  title: z.string(),
  status: z.enum(electionStatuses),
  /** Name of the club or country whose members vote; null for headquarters. */
  place: z.nullable(z.string()),
  timeZone: z.string(),
  enrolmentEndsAt: instant,
  opensAt: instant,
  closesAt: instant,
  publishedAt: z.nullable(instant),
})

export const electionItem = z.extend(listedElection, {
  isEligible: z.boolean(),
  isEnrolled: z.boolean(),
  hasVoted: z.boolean(),
  task: z.enum(trusteeTasks),
  hasNomination: z.boolean(),
  canManage: z.boolean(),
})
export type ElectionItem = z.input<typeof electionItem>

const head = z.object({ height: z.int(), hash: hexHash })

export const electionDetail = z.extend(listedElection, {
  clubId: z.nullable(id),
  country: z.nullable(z.string()),
  description: z.string(),
  objectionHours: z.int(),
  organiser: personSummary,
  /** Times at which the election reached each status; null for statuses that it has not reached yet. */
  announcedAt: z.nullable(instant),
  rollFixedAt: z.nullable(instant),
  rollConfirmedAt: z.nullable(instant),
  /** Time of the last reminder to voters, sent by an organiser or automatically on the day before closing. */
  remindedAt: z.nullable(instant),
  openedAt: z.nullable(instant),
  closedAt: z.nullable(instant),
  countedAt: z.nullable(instant),
  annulledAt: z.nullable(instant),
  closeReason: z.nullable(z.string()),
  annulReason: z.nullable(z.string()),
  /** True when the election was annulled because it had fewer possible or cast ballots than `minBallots`. */
  isTooSmall: z.boolean(),
  annulmentProposedBy: z.nullable(personSummary),
  /** Hash of title, description and questions, which voters sign when they enrol; null in a draft. */
  questionsHash: z.nullable(hexHash),
  rollHash: z.nullable(hexHash),
  questions: z.array(question),
  trustees: z.array(trustee),
  threshold: z.int(),
  /** Number of enrolled voters in the election, and how many of them have an accepted ballot. */
  enrolled: z.int(),
  voted: z.int(),
  /** Number of accepted ballots, including ballots that the voter later replaced by another one. */
  ballots: z.int(),
  /** Newest event of the election's event log; null before the election is open. */
  head: z.nullable(head),
  /** Objections of members to the roll (list of voters). Only organisers see them; the list is empty for others. */
  objections: z.array(z.object({ person: personSummary, text: z.string(), createdAt: instant })),
  /**
   * Voters whose devices have seen a longer event log than the server has, with the position of the newest event seen.
   * Only for the organisers.
   */
  lostEvents: z.array(z.object({ person: personSummary, height: z.int() })),
  own: ownPart,
})
export type ElectionDetail = z.input<typeof electionDetail>

/**
 * Key ceremony (joint generation of the election key) as far as the caller may see it, with the texts of the ballot
 * protocol.
 */
export const ceremony = z.object({
  /** Name of the key ceremony in the trustees' signed statements: the uuid of the election. */
  ceremonyId: electionUuid,
  /** Position of the caller in the key ceremony; null when the caller is not a trustee. */
  index: z.nullable(z.int()),
  size: z.int(),
  threshold: z.int(),
  task: z.enum(trusteeTasks),
  questionsHash: hexHash,
  /**
   * Trustees' certificates in order, each with the trustee's public keys that verify it; null until the trustee has
   * created one.
   */
  certificates: z.array(
    z.nullable(
      z.object({
        certificate: z.string(),
        statement: signed,
        card,
        cardPublishedAt: instant,
        person: personSummary,
      }),
    ),
  ),
  /**
   * Input that the caller needs for the last step of the key ceremony; null until the server has the polynomials of all
   * trustees.
   */
  vinput: z.nullable(z.string()),
  voutput: z.nullable(z.string()),
})

/** Data that a trustee's browser needs to compute a partial decryption. */
export const tally = z.object({
  election: z.string(),
  trustees: z.string(),
  encryptedTally: z.string(),
  numTallied: z.int(),
  /**
   * The caller's own output of the key ceremony, which contains the trustee's encrypted key share; null for other
   * users.
   */
  voutput: z.nullable(z.string()),
})

/** Data that a voter's browser needs to encrypt a ballot. */
export const booth = z.object({ election: z.string(), trustees: z.string(), credentials: z.string(), head })

export const rollLine = z.object({
  userId: id,
  person: z.nullable(personSummary),
  gen: z.int(),
  credential: hexHash,
  statement: signed,
  card,
  cardPublishedAt: instant,
  /** Whether the voter published new keys after the announcement, too late for other devices to have stored them. */
  isLateCard: z.boolean(),
  /** Whether the voter's account was merged into another one. If so, ballots with its credential are not accepted. */
  isMerged: z.boolean(),
  hasVoted: z.boolean(),
})
export const rollPageQuery = z.strictObject({
  /** Voting credential after which this page of the roll begins. The roll (list of voters) is sorted by credential. */
  after: z.optional(hexHash),
  limit: z._default(buildQueryNumberSchema(1, 500), 200),
})
export type RollPageQuery = z.output<typeof rollPageQuery>
export const rollPage = z.object({ total: z.int(), rollHash: z.nullable(hexHash), lines: z.array(rollLine) })

/** Receipt that the server issues for an accepted ballot. */
export const receipt = z.object({
  hash: hexHash,
  credential: hexHash,
  height: z.int(),
  /** Hash of the event in the election's event log that contains the ballot. */
  event: hexHash,
  /** Time at which the ballot was accepted. Only the ballot's voter sees the time; it is null for others. */
  acceptedAt: z.nullable(instant),
  /** Whether the ballot is the voter's newest one. Only the newest ballot enters the tally. */
  isNewest: z.boolean(),
  head,
})

export const logQuery = z.strictObject({
  /** Position in the election's event log at which the returned events begin. */
  from: z._default(buildQueryNumberSchema(0, 10_000_000), 0),
  limit: z._default(buildQueryNumberSchema(1, 1000), 500),
})
export type LogQuery = z.output<typeof logQuery>
export const logPage = z.object({
  head: z.nullable(head),
  events: z.array(
    z.object({
      height: z.int(),
      type: z.string(),
      hash: hexHash,
      parent: z.nullable(hexHash),
      payload: z.nullable(hexHash),
    }),
  ),
})

// The calls of end-to-end encryption. The server keeps and orders what it is given; it holds no key that opens it.
import * as z from 'zod/mini'
import { card } from '#shared/e2ee/card.ts'
import { mostEncrypted } from '#shared/e2ee/roster.ts'
import { deviceId } from '#shared/e2ee/sealed.ts'
import { signed } from '#shared/e2ee/signed.ts'
import { id } from '#shared/fields.ts'
import { instant } from './answers.ts'
import { currentPassword } from './password.ts'
import { idList, queryNumber } from './query.ts'

const base64url = (longest: number) => z.string().check(z.regex(new RegExp(`^[A-Za-z0-9_-]{1,${longest}}$`)))
const gen = z.int().check(z.positive())

/**
 * The seed, encrypted under the recovery phrase or under what a passkey gives; or the seeds of earlier generations,
 * encrypted under the newest.
 */
export const wrap = z.strictObject({
  gen,
  kind: z.enum(['phrase', 'passkey', 'older']),
  /** Of the passkey; null for the others. */
  credentialId: z.nullable(base64url(1000)),
  blob: base64url(10_000),
})
export type Wrap = z.infer<typeof wrap>

const wrapRow = z.extend(z.object(wrap.shape), { id, createdAt: instant })
export type WrapRow = z.input<typeof wrapRow>
export const wrapList = z.array(wrapRow)
/** A session alone is not enough to change how somebody comes by their keys. */
export const wrapBody = z.strictObject({ wrap, currentPassword })

const keyDevice = z.object({
  dev: deviceId,
  gen,
  name: z.string(),
  createdAt: instant,
  /** When the program was last open there, give or take a day. */
  usedAt: instant,
})
export type KeyDevice = z.input<typeof keyDevice>

export const myKeys = z.object({
  card: z.nullable(card),
  /** Since when the card is published. */
  createdAt: z.nullable(instant),
  /** The highest generation there ever was, also if it was taken back; 0: none. */
  gen: z.int(),
  /** Of the current generation. */
  wraps: wrapList,
  /** Those that were given the current keys. */
  devices: z.array(keyDevice),
  /** What one is called, as one signed it oneself. */
  name: z.nullable(signed),
})
export type MyKeys = z.input<typeof myKeys>

/** The first keys, which need nothing else; or the next, which need the person. */
export const myKeysBody = z.strictObject({ card, wrap: z.optional(wrap), dev: deviceId, currentPassword })
export type MyKeysBody = z.output<typeof myKeysBody>

/** This browser has the keys. */
export const deviceBody = z.strictObject({ dev: deviceId, gen })
export const deviceParams = z.object({ dev: deviceId })

export const keysQuery = z.strictObject({ ids: idList(100) })
export const cardList = z.array(z.object({ card, name: z.nullable(signed) }))

const after = z._default(queryNumber(0, 999_999_999), 0)
export const afterQuery = z.strictObject({ after })

export const rosterAnswer = z.object({
  /** Those after the one asked for, oldest first. */
  entries: z.array(signed),
  /** Active people who are in the group by the server's word. */
  memberIds: z.array(id),
  /** The newest cards of members whose keys are not in the roster. */
  waiting: z.array(card),
  /** How many entries there are. */
  last: z.int(),
})
export type RosterAnswer = z.infer<typeof rosterAnswer>

export const rosterBody = z.strictObject({
  entries: z.array(signed).check(z.minLength(1), z.maxLength(20)),
  /** They were there before, signed by whomever: the server has lost them. */
  isAgain: z.optional(z.boolean()),
})
export type RosterBody = z.output<typeof rosterBody>

const box = z.string().check(z.regex(/^[A-Za-z0-9_-]{107}$/))
const epochRow = z.object({
  header: signed,
  /** One's own; null for an epoch that one was not part of. */
  box: z.nullable(z.string()),
})
export const epochsAnswer = z.object({
  epochs: z.array(epochRow),
  /** Whether whoever wants to speak has to make a new one first. */
  isStale: z.boolean(),
  /** How many there are. */
  last: z.int(),
})
export type EpochsAnswer = z.infer<typeof epochsAnswer>

export const epochBody = z.strictObject({
  header: signed,
  /** None: one that was made before, brought again because the server has lost it. */
  boxes: z.array(z.tuple([id, box])).check(z.maxLength(mostEncrypted)),
})
export type EpochBody = z.output<typeof epochBody>

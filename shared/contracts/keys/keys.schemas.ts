// Schemas of the end-to-end encryption API. The server stores and orders encrypted data but cannot decrypt it.
import * as z from 'zod/mini'
import { currentPassword } from '#shared/contracts/auth/password.schemas.ts'
import { deviceId } from '#shared/e2ee/encrypted-message.ts'
import { maxEncryptedMembers } from '#shared/e2ee/roster.ts'
import { card } from '#shared/e2ee/signed-public-keys.ts'
import { signed } from '#shared/e2ee/signed-text.ts'
import { id } from '#shared/fields/id-and-email.ts'
import { buildIdListSchema, buildQueryNumberSchema } from '#shared/fields/query-parameters.ts'
import { instant } from '#shared/fields/responses.ts'
import { linkRequest } from './key-links.schemas.ts'

const buildBase64urlSchema = (maxLength: number) =>
  z.string().check(z.regex(new RegExp(`^[A-Za-z0-9_-]{1,${maxLength}}$`)))
const gen = z.int().check(z.positive())

/**
 * Encrypted copy of the identity seed, the secret from which a user's keys are derived. `phrase`: encrypted with the
 * recovery phrase. `passkey`: encrypted with a key derived from a passkey (PRF). `older`: seeds of earlier key
 * generations, encrypted with the newest seed.
 */
export const wrap = z.strictObject({
  gen,
  kind: z.enum(['phrase', 'passkey', 'older']),
  /**
   * Credential id of the passkey with which the copy of the identity seed is encrypted; null for other kinds of copy.
   */
  credentialId: z.nullable(buildBase64urlSchema(1000)),
  blob: buildBase64urlSchema(10_000),
})
export type Wrap = z.infer<typeof wrap>

const wrapRow = z.extend(z.object(wrap.shape), { id, createdAt: instant })
export type WrapRow = z.input<typeof wrapRow>
export const wrapList = z.array(wrapRow)
/** New recovery method for the encryption keys. Besides a valid session, the server may require the password. */
export const wrapBody = z.strictObject({ wrap, currentPassword })

const keyDevice = z.object({
  dev: deviceId,
  gen,
  name: z.string(),
  createdAt: instant,
  /** Time at which the device last used the application, with a precision of about an hour. */
  usedAt: instant,
})
export type KeyDevice = z.input<typeof keyDevice>

export const myKeys = z.object({
  card: z.nullable(card),
  /** Time at which the user's current signed public keys were published. */
  createdAt: z.nullable(instant),
  /** Highest generation number of keys that the user has ever published, including revoked keys; 0 for none. */
  gen: z.int(),
  /** Encrypted copies of the identity seed, the secret from which the user's current keys are derived. */
  wraps: wrapList,
  /** Devices of the user that have the current encryption keys. */
  devices: z.array(keyDevice),
  /** Statement that certifies the user's display name, signed by the user. */
  name: z.nullable(signed),
  /** Whether data was ever encrypted to the user's keys. Clients cannot verify this claim of the server. */
  isUsed: z.boolean(),
  /** Whether the user's earlier keys were unused when the current ones were published. Clients cannot verify this. */
  priorUnused: z.boolean(),
  /** Pending requests by which new devices of this user ask for the encryption keys. */
  linkRequests: z.array(linkRequest),
})
export type MyKeys = z.input<typeof myKeys>

/**
 * New encryption keys of a user. Replacing keys requires re-authentication if encrypted data depends on the old keys.
 */
export const myKeysBody = z.strictObject({ card, wrap: z.optional(wrap), dev: deviceId, currentPassword })
export type MyKeysBody = z.output<typeof myKeysBody>

/** Request body with which a browser reports that it has the user's encryption keys of generation `gen`. */
export const deviceBody = z.strictObject({ dev: deviceId, gen })
export const deviceParams = z.object({ dev: deviceId })

export const keysQuery = z.strictObject({ ids: buildIdListSchema(100) })
export const cardList = z.array(z.object({ card, name: z.nullable(signed) }))

const after = z._default(buildQueryNumberSchema(0, 999_999_999), 0)
export const afterQuery = z.strictObject({ after })

export const rosterResponse = z.object({
  /** Entries of the group's roster (signed member list) that follow the requested entry, oldest first. */
  entries: z.array(signed),
  /** Ids of the group's active members, as stated by the server. The list is not signed. */
  memberIds: z.array(id),
  /** Newest signed public keys of those group members whose newest keys are not in the roster (signed member list). */
  waiting: z.array(card),
  /**
   * Ids of members in `waiting` whose earlier keys were never used. The list is missing in responses of earlier
   * releases.
   */
  unusedBefore: z.optional(z.array(id)),
  /** Number of entries in the group's roster (signed member list). */
  last: z.int(),
})
export type RosterResponse = z.infer<typeof rosterResponse>

export const rosterBody = z.strictObject({
  entries: z.array(signed).check(z.minLength(1), z.maxLength(20)),
  /**
   * True when these entries of the roster (signed member list) existed before and a client posts them again, because
   * the server lost them.
   */
  isAgain: z.optional(z.boolean()),
})
export type RosterBody = z.output<typeof rosterBody>

/** Group key of an epoch, encrypted to one member (HPKE). */
const box = z.string().check(z.regex(/^[A-Za-z0-9_-]{107}$/))
const epochRow = z.object({
  header: signed,
  /** Group key of an epoch, encrypted to the caller; null when the caller may not read messages of this epoch. */
  box: z.nullable(z.string()),
})
export const epochsResponse = z.object({
  epochs: z.array(epochRow),
  /** Whether the group needs a new group key, which the next sender must create first. */
  isStale: z.boolean(),
  /** Number of key epochs (successive group keys) of the group. */
  last: z.int(),
})
export type EpochsResponse = z.infer<typeof epochsResponse>

export const epochBody = z.strictObject({
  header: signed,
  /**
   * Pairs of a user id and the group key encrypted for that user. The list is empty when a client only
   * restores an epoch (group key) that the server has lost.
   */
  boxes: z.array(z.tuple([id, box])).check(z.maxLength(maxEncryptedMembers)),
})
export type EpochBody = z.output<typeof epochBody>

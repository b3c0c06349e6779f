import * as z from 'zod/mini'
import { roles, userStatuses } from '#shared/constants.ts'
import { likelyReasons } from '#shared/contracts/users/likely-person.schemas.ts'
import { mergedKeys, personFields } from '#shared/contracts/users/person-fields.ts'
import { countries } from '#shared/countries/countries.ts'
import { id } from '#shared/fields/id-and-email.ts'
import { buildQueryNumberSchema, idParam } from '#shared/fields/query-parameters.ts'
import { instant } from '#shared/fields/responses.ts'

export type MergedField = (typeof personFields)[(typeof mergedKeys)[number]]['mergedAs'] | 'photograph'
const choices = mergedKeys.map(key => personFields[key].mergedAs)
/**
 * Fields that the kept account can take over from the other one, in the order of the merge screen. Sign-in methods are
 * not among them.
 */
export const mergedFields: MergedField[] = [
  ...new Set<MergedField>(['fullName', ...choices.filter(choice => choice !== 'socialMedia')]),
  'socialMedia',
  'photograph',
]

const account = z.object({
  id,
  fullName: z.string(),
  email: z.string(),
  status: z.enum(userStatuses),
  role: z.enum(roles),
  membershipNumber: z.nullable(z.string()),
  currentCountry: z.nullable(z.enum(countries)),
  clubName: z.nullable(z.string()),
  profileImageUrl: z.nullable(z.string()),
  createdAt: instant,
})
export type MergeAccount = z.input<typeof account>

export const likelyPair = z.object({
  id,
  why: z.enum(likelyReasons),
  createdAt: instant,
  people: z.tuple([account, account]),
})
export type LikelyPair = z.input<typeof likelyPair>

/** Page of likely duplicate accounts, newest first. `before` is the id of the last pair on the previous page. */
export const pairsQuery = z.strictObject({
  before: z.optional(idParam),
  limit: z._default(buildQueryNumberSchema(1, 100), 20),
})
export type PairsQuery = z.output<typeof pairsQuery>

export const pairParams = z.object({ id: idParam })
export const mergeParams = z.object({ id: idParam, otherId: idParam })

/** Use of an account. `active`: a member uses it. `possible`: sign-in is possible. `none`: nobody can sign in. */
const entry = z.enum(['none', 'possible', 'active'])
export type AccountUse = z.infer<typeof entry>

const counts = z.object({
  activities: z.int(),
  groups: z.int(),
  messages: z.int(),
  announcements: z.int(),
  offices: z.int(),
})
const mergedAccount = z.extend(account, { entry, counts })
export type MergedAccount = z.input<typeof mergedAccount>

/** Preview of a merge of two accounts. Identity card numbers are masked. */
export const mergePreview = z.object({
  kept: mergedAccount,
  gone: mergedAccount,
  fields: z.array(
    z.object({ field: z.enum(mergedFields), kept: z.nullable(z.string()), gone: z.nullable(z.string()) }),
  ),
  /**
   * Whether the two accounts must be swapped, because their owner still signs in with the one that would be removed.
   */
  mustSwap: z.boolean(),
  /**
   * Whether the account that would be removed must be reactivated first, so that its owner can be asked for consent.
   */
  mustWake: z.boolean(),
  /** Whether the owners of both accounts must consent before the accounts are merged. */
  needsOwners: z.boolean(),
  request: z.nullable(
    z.object({ id, keptAt: z.nullable(instant), goneAt: z.nullable(instant), expiresAt: instant }),
  ),
})
export type MergePreview = z.input<typeof mergePreview>

export const mergeBody = z.strictObject({
  take: z.array(z.enum(mergedFields)).check(z.maxLength(mergedFields.length)),
})
export type MergeBody = z.infer<typeof mergeBody>

export const mergeResponse = z.object({ outcome: z.enum(['merged', 'asked']) })

/** Merge request that the caller must confirm as the owner of one of the accounts. */
export const ownMerge = z.object({
  request: z.nullable(
    z.object({
      id,
      /** Whether the caller's account is the one that the merge keeps. */
      isKept: z.boolean(),
      otherName: z.string(),
      otherClub: z.nullable(z.string()),
      askedBy: z.string(),
      isConfirmed: z.boolean(),
      isOtherConfirmed: z.boolean(),
      expiresAt: instant,
    }),
  ),
})

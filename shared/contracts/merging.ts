import * as z from 'zod/mini'
import { countries, roles, userStatuses } from '#shared/constants.ts'
import { id } from '#shared/fields.ts'
import { instant } from './answers.ts'
import { idParam, queryNumber } from './query.ts'

/** Why two accounts may be of one person. One identity number is never in two of them, so it is none of these. */
export const likelyReasons = ['same_phone', 'similar_name', 'same_name'] as const
export type LikelyReason = (typeof likelyReasons)[number]

/** What the account that stays may take over from the other, each by choice. Whoever signs in keeps how they do. */
export const mergedFields = [
  'fullName',
  'membershipNumber',
  'icNumber',
  'phone',
  'birthState',
  'place',
  'institution',
  'course',
  'educationLevel',
  'years',
  'socialMedia',
  'photograph',
] as const
export type MergedField = (typeof mergedFields)[number]

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
export type Account = z.input<typeof account>

/** Somebody who may be the one who is looked at. */
export const likelyPerson = z.object({
  id,
  fullName: z.string(),
  status: z.enum(userStatuses),
  membershipNumber: z.nullable(z.string()),
  clubName: z.nullable(z.string()),
  why: z.enum(likelyReasons),
})

export const likelyPair = z.object({
  id,
  why: z.enum(likelyReasons),
  createdAt: instant,
  people: z.tuple([account, account]),
})
export type LikelyPair = z.input<typeof likelyPair>

/** The newest first, and on from one of them. */
export const pairsQuery = z.strictObject({
  before: z.optional(idParam),
  limit: z._default(queryNumber(1, 100), 20),
})
export type PairsQuery = z.output<typeof pairsQuery>

export const pairParams = z.object({ id: idParam })
export const mergeParams = z.object({ id: idParam, otherId: idParam })

/** `active`: a member who signs in; `possible`: somebody could; `none`: nobody ever came in by it. */
const entry = z.enum(['none', 'possible', 'active'])
export type Entry = z.infer<typeof entry>

const counts = z.object({
  activities: z.int(),
  groups: z.int(),
  messages: z.int(),
  announcements: z.int(),
  offices: z.int(),
})
const mergedAccount = z.extend(account, { entry, counts })
export type MergedAccount = z.input<typeof mergedAccount>

/** What there is to be seen before anything is done. The identity number is masked, as everywhere. */
export const mergePreview = z.object({
  kept: mergedAccount,
  gone: mergedAccount,
  fields: z.array(
    z.object({ field: z.enum(mergedFields), kept: z.nullable(z.string()), gone: z.nullable(z.string()) }),
  ),
  /** The other of the two has to stay, because of who signs in. */
  mustSwap: z.boolean(),
  /** The one that would go rests, and its owner cannot be asked. */
  mustWake: z.boolean(),
  /** Both owners are asked first. */
  needsOwners: z.boolean(),
  request: z.nullable(
    z.object({ id, keptAt: z.nullable(instant), goneAt: z.nullable(instant), expiresAt: instant }),
  ),
})
export type MergePreview = z.input<typeof mergePreview>

export const mergeBody = z.strictObject({ take: z.array(z.enum(mergedFields)).check(z.maxLength(20)) })
export type MergeBody = z.infer<typeof mergeBody>

export const mergeAnswer = z.object({ outcome: z.enum(['merged', 'asked']) })

/** To the owner of one of the two: what is asked of them. */
export const ownMerge = z.object({
  request: z.nullable(
    z.object({
      id,
      /** Whether it is this account that stays. */
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

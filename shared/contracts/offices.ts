import * as z from 'zod/mini'
import { countries, offices } from '#shared/constants.ts'
import { id } from '#shared/fields.ts'
import { instant } from './answers.ts'
import { idParam, pageSize, queryNumber } from './query.ts'

export const officeParams = z.object({ id: idParam })

/** Those who hold one, or those who held one, the latest first. */
export const officesQuery = z.strictObject({
  held: z._default(z.enum(['now', 'before']), 'now'),
  page: z._default(queryNumber(1, 10_000), 1),
  pageSize,
})
export type OfficesQuery = z.output<typeof officesQuery>

const place = {
  office: z.enum(offices),
  country: z.enum(countries),
  clubId: z.nullable(id),
  clubName: z.nullable(z.string()),
}

/** A term: who, of what, from when to when. */
export const term = z.object({
  id,
  ...place,
  userId: id,
  fullName: z.string(),
  profileImageUrl: z.nullable(z.string()),
  /** Null: from before these were written down. */
  startedAt: z.nullable(instant),
  /** The last day, where one was agreed on; a day of a calendar. */
  endsOn: z.nullable(z.string()),
  endedAt: z.nullable(instant),
})
export type Term = z.input<typeof term>

/** An office that nobody holds. */
export const vacancy = z.object(place)
export type Vacancy = z.infer<typeof vacancy>

export const termBody = z.strictObject({
  endsOn: z.nullable(z.iso.date('Sila isi tarikh, contohnya 2026-11-15')),
})

const handover = z.object({
  id,
  office: z.enum(offices),
  country: z.enum(countries),
  clubName: z.nullable(z.string()),
  /** Who gives it to one, or to whom one gives it. */
  personId: id,
  fullName: z.string(),
  createdAt: instant,
})

/** What one holds, to whom one has offered it, and what one is offered. */
export const ownOffice = z.object({
  term: z.nullable(term),
  offered: z.nullable(handover),
  toMe: z.array(handover),
})

export const handoverBody = z.strictObject({ toId: id })

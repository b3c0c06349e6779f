import * as z from 'zod/mini'
import { countries, offices } from '#shared/constants.ts'
import { id } from '#shared/fields/id-and-email.ts'
import { idParam, pageSize, queryNumberSchema } from '#shared/fields/query-parameters.ts'
import { instant } from '#shared/fields/responses.ts'

export const officeParams = z.object({ id: idParam })

/** Page of current or former office terms, latest first. */
export const officesQuery = z.strictObject({
  held: z._default(z.enum(['now', 'before']), 'now'),
  page: z._default(queryNumberSchema(1, 10_000), 1),
  pageSize,
})
export type OfficesQuery = z.output<typeof officesQuery>

const officeFields = {
  office: z.enum(offices),
  country: z.enum(countries),
  clubId: z.nullable(id),
  clubName: z.nullable(z.string()),
}

/** Term of an office (post): holder, office and dates. */
export const term = z.object({
  id,
  ...officeFields,
  userId: id,
  fullName: z.string(),
  profileImageUrl: z.nullable(z.string()),
  /** Start of the office term; null when it began before terms were recorded. */
  startedAt: z.nullable(instant),
  /** Agreed last day of the office term (calendar date), if any. */
  endsOn: z.nullable(z.string()),
  endedAt: z.nullable(instant),
})
export type Term = z.input<typeof term>

/** Office (post) without a holder. */
export const vacancy = z.object(officeFields)
export type Vacancy = z.infer<typeof vacancy>

export const termBody = z.strictObject({
  endsOn: z.nullable(z.iso.date('Sila isi tarikh, contohnya 2026-11-15')),
})

const handover = z.object({
  id,
  office: z.enum(offices),
  country: z.enum(countries),
  clubName: z.nullable(z.string()),
  /** User id of the other party of the handover: the holder who offers, or the successor. */
  personId: id,
  fullName: z.string(),
  createdAt: instant,
})

/** Office of the caller, its offered handover, and handovers offered to the caller. */
export const ownOffice = z.object({
  term: z.nullable(term),
  offered: z.nullable(handover),
  toMe: z.array(handover),
})

export const handoverBody = z.strictObject({ toId: id })

import * as z from 'zod/mini'
import { appointedOffices, officeScopes, offices } from '#shared/constants.ts'
import { countries } from '#shared/countries/countries.ts'
import { id } from '#shared/fields/id-and-email.ts'
import { buildQueryNumberSchema, idParam, pageSize } from '#shared/fields/query-parameters.ts'
import { instant } from '#shared/fields/responses.ts'
import { validationText } from '#texts/validation.ts'

export const officeParams = z.object({ id: idParam })

/** Page of current or former terms of office. The latest term comes first. */
export const officesQuery = z.strictObject({
  held: z._default(z.enum(['now', 'before']), 'now'),
  page: z._default(buildQueryNumberSchema(1, 10_000), 1),
  pageSize,
})
export type OfficesQuery = z.output<typeof officesQuery>

const officeFields = {
  office: z.enum(offices),
  country: z.enum(countries),
  clubId: z.nullable(id),
  clubName: z.nullable(z.string()),
}

/**
 * Term of an office (such as club secretary): holder, office and dates. An office comes with a role or is given by
 * appointment.
 */
export const term = z.object({
  id,
  ...officeFields,
  office: z.enum([...offices, ...appointedOffices]),
  /** Country of the office; null for an office at headquarters. */
  country: z.nullable(z.enum(countries)),
  isAppointed: z.boolean(),
  userId: id,
  fullName: z.string(),
  profileImageUrl: z.nullable(z.string()),
  /** Start of the term of office; null when the term began before the application recorded terms. */
  startedAt: z.nullable(instant),
  /** First day of the term of office (calendar date); null for an office that comes with a role. */
  startsOn: z.nullable(z.string()),
  /** Agreed last day of the term of office (calendar date); null when no end was agreed. */
  endsOn: z.nullable(z.string()),
  endedAt: z.nullable(instant),
})
export type Term = z.input<typeof term>

/** Office that nobody holds at present. */
export const vacancy = z.object(officeFields)
export type Vacancy = z.infer<typeof vacancy>

const day = z.iso.date({ error: () => validationText.date })

export const termBody = z.strictObject({ endsOn: z.nullable(day) })

/** Office to which the user is appointed, now or for a future term. */
export const appointment = z.object({
  id,
  office: z.enum(appointedOffices),
  over: z.enum(officeScopes),
  country: z.nullable(z.enum(countries)),
  clubName: z.nullable(z.string()),
  /** First and last day of the term of office (calendar dates). */
  startsOn: z.string(),
  endsOn: z.string(),
})
export type Appointment = z.input<typeof appointment>

/** Request to give an office to a user, for the user's own club, country or headquarters. */
export const appointmentBody = z.strictObject({
  userId: id,
  office: z.enum(appointedOffices),
  over: z.enum(officeScopes),
  /** First day of the term of office. When omitted, the term begins today in the time zone of the club or country. */
  startsOn: z.nullish(day),
  endsOn: day,
})
export type AppointmentBody = z.output<typeof appointmentBody>

const handover = z.object({
  id,
  office: z.enum(offices),
  country: z.enum(countries),
  clubName: z.nullable(z.string()),
  /** User id of the other person in the handover of an office: the holder who offers the office, or the successor. */
  personId: id,
  fullName: z.string(),
  createdAt: instant,
})

/** Offices of the caller, the handover that the caller offers, and handovers that others offer to the caller. */
export const ownOffice = z.object({
  appointments: z.array(appointment),
  term: z.nullable(term),
  offered: z.nullable(handover),
  toMe: z.array(handover),
})

export const handoverBody = z.strictObject({ toId: id })

import * as z from 'zod/mini'
import { countries } from '#shared/constants.ts'
import { id } from './fields.ts'

export const clubOptionsQuery = z.strictObject({ country: z.enum(countries) })

/** What the registration form shows of a club. */
export const clubOption = z.object({ id, name: z.string(), city: z.nullable(z.string()) })
export type ClubOption = z.infer<typeof clubOption>

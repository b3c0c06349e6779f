import * as z from 'zod/mini'
import { id } from './id-and-email.ts'

/** Schema of a timestamp, which is a Date on the server and an ISO 8601 text in UTC in JSON. */
export const instant = z.codec(z.iso.datetime(), z.date(), {
  decode: text => new Date(text),
  encode: date => date.toISOString(),
})

/** Person in a list of avatars: id, name and profile picture. */
export const personSummary = z.object({ id, fullName: z.string(), profileImageUrl: z.nullable(z.string()) })

export const countResponse = z.object({ count: z.int() })
export type CountResponse = z.infer<typeof countResponse>

/** Schema for requests without body. The empty object `{}` is accepted as well. */
export const noBody = z.nullish(z.strictObject({}))

export const messageResponse = z.object({ message: z.string() })

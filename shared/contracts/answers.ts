import * as z from 'zod/mini'
import { id } from '#shared/fields.ts'

/** A moment: a Date on the server, ISO 8601 UTC on the wire. */
export const instant = z.codec(z.iso.datetime(), z.date(), {
  decode: text => new Date(text),
  encode: date => date.toISOString(),
})

/** A person as far as a list of faces shows them. */
export const face = z.object({ id, fullName: z.string(), profileImageUrl: z.nullable(z.string()) })

export const countAnswer = z.object({ count: z.int() })
export type CountAnswer = z.infer<typeof countAnswer>

/** For calls that say everything by their address; `{}` is let through. */
export const noBody = z.nullish(z.strictObject({}))

export const messageAnswer = z.object({ message: z.string() })

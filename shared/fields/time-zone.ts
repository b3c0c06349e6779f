import * as z from 'zod/mini'
import { isNamedTimeZone } from '#shared/time/time-zones.ts'

export const timeZone = z
  .string('Sila pilih zon waktu')
  .check(z.maxLength(64), z.refine(isNamedTimeZone, 'Sila pilih zon waktu'))

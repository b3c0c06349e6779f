import * as z from 'zod/mini'
import { isTimeZone } from '#shared/zones.ts'

export const timeZone = z
  .string('Sila pilih zon waktu')
  .check(z.maxLength(64), z.refine(isTimeZone, 'Sila pilih zon waktu'))

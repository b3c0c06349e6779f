import * as z from 'zod/mini'
import { isTimeZoneNamedAfterLocation } from '#shared/time/time-zones.ts'
import { validationText } from '#texts/validation.ts'

const required = { error: () => validationText.timeZone }

export const timeZone = z
  .string(required)
  .check(z.maxLength(64), z.refine(isTimeZoneNamedAfterLocation, required))

import type { Logger } from 'pino'
import type { Secret } from '#server/secret.ts'
import { maskIcNumber, unreadableIcNumber } from '#shared/ic-number.ts'
import { openIcNumber } from './person.service.ts'

/** What it takes to open a sealed number, and to tell the operator of one that does not open. */
export interface NumberReader {
  secret: Secret
  log: Pick<Logger, 'error'>
}

/** Undefined for bytes that were not sealed for this row: one damaged row must not take a whole list with it. */
export function readIcNumber(
  { secret, log }: NumberReader,
  userId: number,
  sealed: Buffer,
): string | undefined {
  try {
    return openIcNumber(secret, userId, sealed)
  } catch {
    log.error({ userId }, 'an identity number cannot be read')
    return undefined
  }
}

/** As a list, a detail or one's own profile shows it. */
export function showIcNumber(reader: NumberReader, userId: number, sealed: Buffer): string {
  const digits = readIcNumber(reader, userId, sealed)
  return digits === undefined ? unreadableIcNumber : maskIcNumber(digits)
}

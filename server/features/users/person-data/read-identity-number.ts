import type { Logger } from 'pino'
import type { Secret } from '#server/secret.ts'
import { maskIdentityNumber, unreadableIcNumber } from '#shared/ic-number.ts'
import { decryptIdentityNumber } from './person.service.ts'

/** Encryption key for identity numbers, and the logger for numbers that fail to decrypt. */
export interface IcNumberReader {
  secret: Secret
  log: Pick<Logger, 'error'>
}

/**
 * Decrypts an identity number. Returns undefined and logs an error when the ciphertext does not belong to this user.
 * A damaged row therefore does not make a whole list fail.
 */
export function readIdentityNumber(
  { secret, log }: IcNumberReader,
  userId: number,
  ciphertext: Buffer,
): string | undefined {
  try {
    return decryptIdentityNumber(secret, userId, ciphertext)
  } catch {
    log.error(
      { userId },
      'users: cannot decrypt the identity number of a user; restore ic_encrypted of this user from a backup',
    )
    return undefined
  }
}

/** Returns the masked identity number for lists, details and profiles, or a fixed text when decryption fails. */
export function readMaskedIdentityNumber(reader: IcNumberReader, userId: number, ciphertext: Buffer): string {
  const digits = readIdentityNumber(reader, userId, ciphertext)
  return digits === undefined ? unreadableIcNumber : maskIdentityNumber(digits)
}

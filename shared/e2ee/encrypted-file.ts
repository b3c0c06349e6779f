// Format of an encrypted file in a group, as far as the server needs to know it.
import { encodeUtf8 } from './encoding.ts'

/** First bytes of every encrypted file, by which the server distinguishes it from other uploads. */
export const encryptedFilePrefix = encodeUtf8('prtfile1')
/** Size of the AES-GCM nonce in bytes. */
export const nonceSize = 12
/** Size of the AES-GCM authentication tag in bytes. */
export const tagSize = 16

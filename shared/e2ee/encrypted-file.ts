// Format of an encrypted file in a chat group, as far as the server needs to know it.
import { encodeUtf8 } from './encoding.ts'

/** First bytes of every encrypted file, by which the server distinguishes it from other uploads. */
export const encryptedFilePrefix = encodeUtf8('prtfile1')
/** Size in bytes of the AES-GCM nonce in an encrypted file. */
export const nonceSize = 12
/** Size in bytes of the AES-GCM authentication tag in an encrypted file. */
export const tagSize = 16

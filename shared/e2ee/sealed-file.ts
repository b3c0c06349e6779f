// A file on its way through an encrypted group: what whoever carries it has to know.
import { toBytes } from './encoding.ts'

/** What one begins with, so that nothing else can be taken for one. */
export const sealedFileMark = toBytes('prtfile1')
/** Bytes of the number that is used once, and of what shows that nothing was changed. */
export const nonceSize = 12
export const tagSize = 16

import type { Secret } from '#server/secret.ts'

/** Encryption context of the server's election key; a key copied to the row of another election fails to decrypt. */
const buildContext = (uuid: string) => `election server key ${uuid}`

export const encryptServerKey = (secret: Secret, uuid: string, privateKey: string): Buffer =>
  secret.encrypt(privateKey, buildContext(uuid))

export const decryptServerKey = (secret: Secret, uuid: string, encrypted: Buffer): string =>
  secret.decrypt(encrypted, buildContext(uuid))

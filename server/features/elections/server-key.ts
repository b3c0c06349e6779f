import type { Secret } from '#server/secret.ts'

/** The encryption names the election, so that a key copied to another row cannot be decrypted. */
const buildContext = (uuid: string) => `election server key ${uuid}`

export const encryptServerKey = (secret: Secret, uuid: string, privateKey: string): Buffer =>
  secret.encrypt(privateKey, buildContext(uuid))

export const decryptServerKey = (secret: Secret, uuid: string, encrypted: Buffer): string =>
  secret.decrypt(encrypted, buildContext(uuid))

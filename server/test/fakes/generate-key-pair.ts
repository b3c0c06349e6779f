import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'

/**
 * Generates a key pair that can safely be exported as JWK. In Node 20, exporting a key object that `generateKeyPairSync`
 * returned takes a lock that the garbage collector also takes when it removes the generating job; when both happen at
 * once, the process waits for ever. Keys that are imported from their DER encoding do not share that lock.
 */
export function generateKeyPair(
  ...[type, options]: ['ec', { namedCurve: string }] | ['rsa', { modulusLength: number }] | ['ed25519']
): { publicKey: KeyObject; privateKey: KeyObject } {
  const publicKeyEncoding = { type: 'spki', format: 'der' } as const
  const privateKeyEncoding = { type: 'pkcs8', format: 'der' } as const
  const pair = (
    generateKeyPairSync as (type: string, options: object) => Record<'publicKey' | 'privateKey', Buffer>
  )(type, { ...options, publicKeyEncoding, privateKeyEncoding })
  return {
    publicKey: createPublicKey({ key: pair.publicKey, ...publicKeyEncoding }),
    privateKey: createPrivateKey({ key: pair.privateKey, ...privateKeyEncoding }),
  }
}

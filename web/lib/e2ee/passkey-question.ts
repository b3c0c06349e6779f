// By itself, because the login screen asks it, and must not carry the rest.

/** What every passkey is asked; the answer is different for each. */
export const question = { first: new TextEncoder().encode('perantau/passkey/1') }

/** What an authenticator answered, if it can. It stays in this browser. */
export function secretIn({
  prf,
}: AuthenticationExtensionsClientOutputs): Uint8Array<ArrayBuffer> | undefined {
  const first = prf?.results?.first
  return first && new Uint8Array(first as ArrayBuffer)
}

// Input and output of the WebAuthn PRF extension. The login screen needs only this file of the passkey code.

/** Input of the WebAuthn PRF extension, equal for all passkeys. Each passkey returns a different secret for it. */
export const prfInput = { first: new TextEncoder().encode('perantau/passkey/1') }

/** Reads the passkey's PRF secret, which never leaves the browser. Returns undefined if the authenticator lacks PRF. */
export function readPasskeyPrfSecret({
  prf,
}: AuthenticationExtensionsClientOutputs): Uint8Array<ArrayBuffer> | undefined {
  const first = prf?.results?.first
  return first && new Uint8Array(first as ArrayBuffer)
}

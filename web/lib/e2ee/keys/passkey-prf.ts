// Input and output of the WebAuthn PRF extension. A separate file, because the login screen needs only this part.

/** Input of the PRF extension. It is the same for all passkeys, but each passkey returns a different secret. */
export const prfInput = { first: new TextEncoder().encode('perantau/passkey/1') }

/** Reads the passkey's PRF secret, which is never sent to the server; undefined if the authenticator lacks PRF. */
export function readPrfSecret({
  prf,
}: AuthenticationExtensionsClientOutputs): Uint8Array<ArrayBuffer> | undefined {
  const first = prf?.results?.first
  return first && new Uint8Array(first as ArrayBuffer)
}

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/**
 * Creates a random token of Base58 characters. Bytes of 232 and above are skipped, so that all characters are equally
 * likely.
 */
export function createBase58Token(length: number): string {
  let token = ''
  while (token.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      if (byte < 232 && token.length < length) token += alphabet.charAt(byte % 58)
    }
  }
  return token
}

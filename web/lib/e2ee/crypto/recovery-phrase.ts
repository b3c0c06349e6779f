// Recovery phrase: twelve words of the BIP-39 English word list, which encode 128 random bits and a checksum.
import { entropyToMnemonic, mnemonicToEntropy } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import type { Bytes } from '#shared/e2ee/encoding.ts'

const phraseLength = 12

/** Generates a random recovery phrase. */
export function generateRecoveryPhrase(): string[] {
  return entropyToMnemonic(crypto.getRandomValues(new Uint8Array(16)), wordlist).split(' ')
}

/**
 * Decodes a recovery phrase to its secret. Returns undefined if a word is unknown or missing or the checksum is wrong.
 */
export function parseRecoveryPhrase(text: string): Bytes | undefined {
  try {
    return mnemonicToEntropy(text.trim().toLowerCase().split(/\s+/).join(' '), wordlist) as Bytes
  } catch {
    return undefined
  }
}

/** Extracts the words of a typed recovery phrase, which may contain numbers, commas or line breaks. */
export function extractRecoveryPhraseWords(text: string): string[] {
  return text.toLowerCase().match(/[a-z]+/g) ?? []
}

export function hasRecoveryPhraseWordCount(words: string[]): boolean {
  return words.length === phraseLength
}

export function findUnknownPhraseWords(words: string[]): string[] {
  return words.filter(word => !wordlist.includes(word))
}

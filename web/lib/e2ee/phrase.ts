import { entropyToMnemonic, mnemonicToEntropy } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import type { Bytes } from '#shared/e2ee/encoding.ts'

const length = 12

/** Twelve words, each of 2,048; the last holds a checksum. */
export function newPhrase(): string[] {
  return entropyToMnemonic(crypto.getRandomValues(new Uint8Array(16)), wordlist).split(' ')
}

/** Undefined for words that were never a phrase: misspelt, in another order, one too few. */
export function phraseSecret(text: string): Bytes | undefined {
  try {
    return mnemonicToEntropy(text.trim().toLowerCase().split(/\s+/).join(' '), wordlist) as Bytes
  } catch {
    return undefined
  }
}

/** The words alone, however they were noted down: numbered, one a line, with commas. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z]+/g) ?? []
}

export function hasRightLength(words: string[]): boolean {
  return words.length === length
}

export function unknownWords(words: string[]): string[] {
  return words.filter(word => !wordlist.includes(word))
}

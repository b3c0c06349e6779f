/**
 * The version of the terms that is shown and accepted now; its words are in `web/features/registration/terms.text.ts`. Raised
 * with new words: everybody who accepted an older one is then asked when they next come.
 */
export const currentTerms = 2

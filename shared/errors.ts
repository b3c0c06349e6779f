import type { Texts } from '#texts/errors.ts'

/** Code of an error response. The sentence for the user is the text of that name in `texts/<language>/server/errors.json`. */
export type ErrorCode = keyof Texts['errorTexts']

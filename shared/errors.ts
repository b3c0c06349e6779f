import type { Texts } from '#texts/errors.ts'

/** Code of an error response. The message for the user has the same name in `texts/<language>/server/errors.json`. */
export type ErrorCode = keyof Texts['errorTexts']

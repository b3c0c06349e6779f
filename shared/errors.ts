import type { Texts } from '#texts/errors.ts'

/** Code of an error response. `texts/<language>/server/errors.json` has the user's message under the same name. */
export type ErrorCode = keyof Texts['errorTexts']

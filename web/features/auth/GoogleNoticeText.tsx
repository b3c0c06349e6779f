import type { GoogleNotice } from '#shared/constants.ts'
import { googleTexts } from './google.text.ts'

/** For the few whom Google sent back: the login of all others goes without these words. */
export function GoogleNoticeText({ of }: { of: GoogleNotice }) {
  return googleTexts[of]
}

import type { GoogleNotice } from '#shared/constants.ts'
import { googleTexts } from './google.text.ts'

/** Notice after a failed sign-in with Google. A separate file keeps the texts out of the login page bundle. */
export function GoogleNoticeText({ of }: { of: GoogleNotice }) {
  return googleTexts[of]
}

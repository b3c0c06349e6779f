import type { GoogleSignInNotice } from '#shared/constants.ts'
import { googleNoticeTexts } from '#texts/google-sign-in.ts'

/** Notice after a failed sign-in with Google. A separate file keeps the texts out of the login page bundle. */
export function GoogleSignInErrorText({ of }: { of: GoogleSignInNotice }) {
  return googleNoticeTexts[of]
}

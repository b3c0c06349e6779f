import { orgName } from '#web/lib/document/branding.ts'

/** Removes the organization's name from the start of a club's name, for lists in which all clubs would repeat it. */
export const shortenClubName = (name: string): string =>
  name.startsWith(`${orgName} `) ? name.slice(orgName.length + 1) : name

/**
 * Reads a ballot tracker as printed on the receipt, with or without spaces. Returns the ballot's hash in hexadecimal.
 */
export function parseBallotTracker(typed: string): string | undefined {
  const tracker = typed.replace(/\s/g, '')
  if (!/^[A-Za-z0-9+/]{43}$/.test(tracker)) return undefined
  return Array.from(atob(`${tracker}=`), letter => letter.charCodeAt(0).toString(16).padStart(2, '0')).join(
    '',
  )
}

/** Formats a call's duration as 3:07 or, from one hour on, as 1:02:45. */
export function formatCallDuration(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000))
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const visibleParts = parts[0] ? parts : parts.slice(1)
  return visibleParts
    .map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0')))
    .join(':')
}

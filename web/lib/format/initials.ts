/** Returns the initials of the first two words of a name: Nur Aina binti Ali gives NA. */
export function getInitials(name: string): string {
  const letters = name.split(/\s+/).map(word => Array.from(word)[0] ?? '')
  return letters.slice(0, 2).join('').toUpperCase()
}
